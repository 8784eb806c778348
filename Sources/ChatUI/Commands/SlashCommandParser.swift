/// Reads the composer's text as a command, or tells that it is a message.
package enum SlashCommandParser {
    /// What a text is.
    package enum Reading: Sendable, Hashable {
        /// A message with this text (`//x` has become `/x`).
        case message(String)
        /// A command.
        case command(SlashCommand)
        /// A known command with wrong arguments: its name, for the usage line.
        case wrongUsage(CommandName)
        /// It looks like a command and is none; perhaps this one was meant.
        case unknown(String, suggestion: CommandName?)
    }

    /// Reads a text. Several lines are never a command; a first line that looks like one is asked about.
    package static func read(_ text: String) -> Reading {
        let body = text.drop { $0 == " " || $0 == "\t" || $0 == "\n" }
        guard let first = body.first, first == "/" || first == "／" else { return .message(text) }
        let rest = body.dropFirst()
        if rest.first == "/" { return .message(String(rest)) }
        let firstLine = rest.prefix { $0 != "\n" }
        let words = firstLine.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let name = words.first, firstLine.first?.isWhitespace == false else { return .message(text) }
        let isWhole = body.startIndex == text.startIndex && !text.contains("\n")
        guard isWhole, let command = CommandName(typed: name) else {
            return .unknown(name, suggestion: CommandName(typed: name) ?? CommandName.nearest(to: name))
        }
        var argument = firstLine.dropFirst(name.count).drop(while: \.isWhitespace)
        while argument.last?.isWhitespace == true { argument.removeLast() }
        guard let parsed = parse(command, words: Array(words.dropFirst()), rest: String(argument)) else {
            return .wrongUsage(command)
        }
        return .command(parsed)
    }

    /// What has to be written for a message with this text.
    package static func written(_ text: String) -> String { text.hasPrefix("/") ? "/" + text : text }

    private static func parse(_ name: CommandName, words: [String], rest: String) -> SlashCommand? {
        switch name {
        case .quit: return words.isEmpty ? .quit : nil
        case .help:
            guard let word = words.first else { return .help(nil) }
            let found = CommandName(typed: word.hasPrefix("/") ? String(word.dropFirst()) : word)
            return words.count == 1 ? found.map { .help($0) } : nil
        case .debug: return words.isEmpty ? .debug : nil
        case .keys: return .keys
        case .go: return words.isEmpty ? nil : .go(rest)
        case .join: return words.count == 1 ? .join(room: words[0]) : nil
        case .leave: return words.isEmpty ? .leave : nil
        case .msg:
            guard let address = words.first else { return nil }
            let text = rest.dropFirst(address.count).drop(while: \.isWhitespace)
            return .message(address: address, text: text.isEmpty ? nil : String(text))
        case .query: return words.count == 1 ? .message(address: words[0], text: nil) : nil
        case .alias:
            guard words.count >= 2 else { return nil }
            return .alias(id: words[0], name: words.dropFirst().joined(separator: " "))
        case .group: return parseGroup(words, whole: rest).map(SlashCommand.group)
        case .mute: return parseSwitch(words).map(SlashCommand.mute)
        case .pin: return parseSwitch(words).map(SlashCommand.pin)
        case .mouse: return parseSwitch(words).map(SlashCommand.mouse)
        case .set:
            let value = words.dropFirst().joined(separator: " ")
            return .set(key: words.first, value: value.isEmpty ? nil : value)
        case .save: return words.isEmpty ? .act(.saveMessage) : nil
        case .do: return words.count == 1 ? KeyAction(rawValue: words[0]).map { .act($0) } : nil
        case .notices: return words.isEmpty ? .notices : nil
        case .saved: return words.isEmpty ? .saved : nil
        case .search: return rest.isEmpty ? nil : .search(rest)
        case .support: return words.count <= 1 ? .support(store: words.first) : nil
        case .connect: return words.isEmpty ? .connect : nil
        case .disconnect: return words.isEmpty ? .disconnect : nil
        case .theme: return words.count <= 1 ? .theme(words.first) : nil
        case .read: return words.isEmpty ? .read : nil
        case .redraw: return words.isEmpty ? .redraw : nil
        }
    }

    /// on, off or nothing (toggle); the outer `nil` is a wrong word.
    private static func parseSwitch(_ words: [String]) -> Bool?? {
        switch words {
        case []: .some(nil)
        case ["on"]: .some(true)
        case ["off"]: .some(false)
        default: nil
        }
    }

    /// Words between blanks; what stands in quotation marks is one word. `nil` where a mark is not closed.
    private static func quotedWords(_ text: String) -> [String]? {
        var words: [String] = []
        var rest = Substring(text).drop(while: \.isWhitespace)
        while let first = rest.first {
            if first == "\"" || first == "“" {
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(where: { $0 == "\"" || $0 == "”" }) else { return nil }
                words.append(String(rest[..<end]))
                rest = rest[end...].dropFirst()
                guard rest.first?.isWhitespace != false else { return nil }
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest.dropFirst(word.count)
            }
            rest = rest.drop(while: \.isWhitespace)
        }
        return words
    }

    /// Words as one text; two quotation marks are the empty one.
    private static func text(_ words: [String]) -> String? {
        words.isEmpty ? nil : words == ["\"\""] || words == ["“”"] ? "" : words.joined(separator: " ")
    }

    private static func parseGroup(_ words: [String], whole: String) -> SlashCommand.Group? {
        guard let verb = words.first else { return nil }
        let rest = Array(words.dropFirst())
        switch verb {
        case "create":
            guard let words = quotedWords(whole)?.dropFirst(), let name = words.first,
                words.allSatisfy({ word in word.contains { !$0.isWhitespace } })
            else { return nil }
            return .create(name: name, members: Array(words.dropFirst()))
        case "add": return rest.isEmpty ? nil : .add(rest)
        case "remove": return rest.isEmpty ? nil : .remove(rest)
        case "mute": return rest.isEmpty ? nil : .mute(rest, true)
        case "unmute": return rest.isEmpty ? nil : .mute(rest, false)
        case "join": return rest.isEmpty ? nil : .join(rest.joined(separator: " "))
        case "rename": return rest.isEmpty ? nil : .rename(rest.joined(separator: " "))
        case "notice": return .notice(text(rest))
        case "nick": return text(rest).map(SlashCommand.Group.nick)
        case "open": return rest.isEmpty ? .open(true) : nil
        case "close": return rest.isEmpty ? .open(false) : nil
        case "upgrade": return rest.isEmpty ? .upgrade : nil
        case "leave": return rest.isEmpty ? .leave : nil
        case "disband": return rest.isEmpty ? .disband : nil
        case "members": return rest.isEmpty ? .members : nil
        default: return nil
        }
    }
}
