import IMServer

/// The words behind `imchat server user|group|token`.
enum ManagementArguments {
    private static let forms: [String: String] = [
        "user": "add NAME, list, rename WHO NAME, forbid|allow WHO, friend|unfriend|block|unblock WHO OTHER",
        "group": "add NAME MASTER [MEMBER ...], list, members ID, join|leave|mute|unmute ID WHO, rename ID NAME, "
            + "open|close|disband ID",
        "token": "add NAME [UID] [--support], list, revoke TOKEN|FINGERPRINT|WHO",
    ]

    /// Reads the words; of the options those of `group add` count.
    static func parse(_ words: [String], _ options: ServerOptions) throws(UsageError) -> ManagementCommand {
        let subject = words[0]
        let rest = Array(words.dropFirst(2))
        let command: ManagementCommand?
        switch (subject, words.count > 1 ? words[1] : "", rest.count) {
        case ("user", "add", 1): command = .addUser(name: try ChatOptions.name(rest[0]))
        case ("user", "list", 0): command = .users
        case ("user", "rename", 2): command = .renameUser(who: rest[0], name: try ChatOptions.name(rest[1]))
        case ("user", "forbid", 1): command = .forbid(who: rest[0], true)
        case ("user", "allow", 1): command = .forbid(who: rest[0], false)
        case ("user", "friend", 2): command = .friend(who: rest[0], other: rest[1], true)
        case ("user", "unfriend", 2): command = .friend(who: rest[0], other: rest[1], false)
        case ("user", "block", 2): command = .block(who: rest[0], other: rest[1], true)
        case ("user", "unblock", 2): command = .block(who: rest[0], other: rest[1], false)
        case ("group", "add", 2...):
            command = .addGroup(
                name: rest[0], master: rest[1], members: Array(rest.dropFirst(2)), isSuper: options.isSuper,
                id: options.groupID)
        case ("group", "list", 0): command = .groups
        case ("group", "members", 1): command = .members(group: try id(rest[0]))
        case ("group", "join", 2): command = .member(group: try id(rest[0]), who: rest[1], true)
        case ("group", "leave", 2): command = .member(group: try id(rest[0]), who: rest[1], false)
        case ("group", "mute", 2): command = .mute(group: try id(rest[0]), who: rest[1], true)
        case ("group", "unmute", 2): command = .mute(group: try id(rest[0]), who: rest[1], false)
        case ("group", "rename", 2): command = .renameGroup(try id(rest[0]), name: rest[1])
        case ("group", "open", 1): command = .openGroup(try id(rest[0]), true)
        case ("group", "close", 1): command = .openGroup(try id(rest[0]), false)
        case ("group", "disband", 1): command = .disband(group: try id(rest[0]))
        case ("token", "list", 0): command = .tokens
        case ("token", "revoke", 1): command = .revoke(rest[0])
        default: command = nil
        }
        guard let command else {
            throw .missingArgument(forms[subject] ?? "a command", command: "imchat server \(subject)")
        }
        return command
    }

    static func id(_ word: String, of what: String = "the group's ID") throws(UsageError) -> Int64 {
        guard let id = Int64(word), id > 0 else {
            throw .badValue(option: what, value: word, expected: "a number above 0")
        }
        return id
    }
}
