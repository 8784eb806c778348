/// The names of the slash commands, as they are typed.
package enum CommandName: String, Sendable, Hashable, CaseIterable {
    case alias, connect, debug, disconnect, `do`, go, group, help, join, keys, leave, mouse, msg, mute, notices, pin,
        query,
        quit,
        read,
        redraw, save, saved, search, set, support, theme

    private static let shortForms: [String: CommandName] = [
        "q": .quit, "exit": .quit, "bye": .quit, "h": .help, "?": .help, "m": .msg, "j": .join, "part": .leave,
        "find": .search, "reconnect": .connect, "switch": .go, "g": .go,
    ]

    /// The command of a typed word, by name or short form.
    package init?(typed word: String) {
        let lowered = word.lowercased()
        guard let found = CommandName(rawValue: lowered) ?? CommandName.shortForms[lowered] else { return nil }
        self = found
    }

    /// How it is written with its arguments; the words in capitals are to be filled in.
    package var usage: String {
        switch self {
        case .alias: "/alias UID NAME"
        case .do: "/do ACTION"
        case .go: "/go NN|NAME|ADDRESS"
        case .group:
            "/group create NAME [MEMBER…] | add MEMBER… | remove MEMBER… | mute MEMBER… | unmute MEMBER… | rename NAME | notice [TEXT] | nick NAME | members | open | close | join ID|NAME | leave | upgrade | disband"
        case .join: "/join ROOM"
        case .mouse, .mute, .pin: "/\(rawValue) [on|off]"
        case .msg: "/msg ADDRESS [TEXT]"
        case .query: "/query ADDRESS"
        case .search: "/search WORDS"
        case .set: "/set [KEY [VALUE]]"
        case .support: "/support [STORE]"
        case .theme: "/theme [NAME]"
        case .help: "/help [COMMAND]"
        case .connect, .debug, .disconnect, .keys, .leave, .notices, .quit, .read, .redraw, .save, .saved:
            "/\(rawValue)"
        }
    }

    /// The command whose name is one or two slips away; `nil` where none is.
    package static func nearest(to word: String) -> CommandName? {
        let wanted = String(word.lowercased().prefix(20))
        guard wanted.count >= 2 else { return nil }
        let scored = allCases.map { ($0, EditDistance.between(wanted, $0.rawValue)) }
        guard let best = scored.min(by: { $0.1 < $1.1 }), best.1 <= min(2, wanted.count / 2) else { return nil }
        return best.0
    }
}
