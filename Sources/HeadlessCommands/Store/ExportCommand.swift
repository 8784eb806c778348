import Cells
package import IMModel

/// `imchat export`: a session as JSON Lines (lossless), Markdown or plain text, oldest first, streaming.
package enum ExportCommand {
    /// The form of an export.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// One JSON object a line; `imchat import` reads it.
        case jsonl
        /// For reading.
        case markdown
        /// One line a message.
        case text
    }

    /// Writes the session.
    package static func run(
        _ reader: StoreReader, address: String, format: Format, output: LineOutput,
        localTime: ((Int64) -> LocalTime)? = nil
    ) throws(HeadlessFailure) {
        let localTime = localTime ?? PlainLine.localTime
        let session = try reader.session(address)
        let name = session.name ?? session.id.address
        var day: LocalTime?
        let saved = format == .jsonl ? try reader.savedTimes(in: session.id) : [:]
        if format == .markdown { output.line("# \(markdown(name))") }
        try reader.forEach(in: session.id) { (message) throws(HeadlessFailure) in
            switch format {
            case .jsonl: output.line(MessageLine.json(message, .init(isComplete: true, savedAt: saved[message.id])))
            case .text: output.line(PlainLine.text(message, session: name, localTime: localTime))
            case .markdown:
                let time = localTime(message.timestamp)
                if day?.isSameDay(as: time) != true {
                    output.line("\n## \(TextSanitizer.line(String(TimeText.local(time).prefix(10))))")
                }
                day = time
                let clock = TextSanitizer.line(String(TimeText.local(time).suffix(8).prefix(5)))
                let who = message.sender.id.rawValue.isEmpty ? name : message.sender.displayName
                output.line("\n**\(markdown(who))** \(clock)\n")
                for line in TextSanitizer.multiline(ContentWords.words(message.content, raw: message.rawContent)).lines
                {
                    output.line("> \(escaped(line))")
                }
            }
            return !output.isOver
        }
        output.flush()
        if let failure = output.failure { throw .failed("\(failure)") }
    }

    private static func markdown(_ raw: String) -> SafeText { escaped(TextSanitizer.line(raw)) }

    /// Markup characters of the text are shown as they are.
    private static func escaped(_ text: SafeText) -> SafeText {
        var out = ""
        for character in text.string {
            if "\\`*_[]<>#|~".contains(character) { out.append("\\") }
            out.append(character)
        }
        return TextSanitizer.line(out)
    }
}
