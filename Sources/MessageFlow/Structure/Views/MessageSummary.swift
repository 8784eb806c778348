public import Cells
public import IMModel

/// A message in one line: for answered lines, the session list, notifications.
public enum MessageSummary {
    /// The first words of the message, on one line. Costs no more for a long message than for a short one.
    public static func line(of message: Message, strings: FlowStrings) -> SafeText {
        if case .text(let content) = message.content { return words(String(content.text.prefix(300)), strings) }
        return text(of: message, strings: strings)
    }

    /// What the message says in words, whatever its kind.
    public static func text(of message: Message, strings: FlowStrings) -> SafeText {
        switch message.content {
        case .text(let content): return words(content.text, strings)
        case .image: return "[\(strings.image)]"
        case .audio(_, let seconds):
            return seconds > 0
                ? "[\(strings.audio) \(FlowStrings.duration(seconds: seconds))]" : "[\(strings.audio)]"
        case .video: return "[\(strings.video)]"
        case .file(_, let name, _):
            return "[\(strings.file)] \(name.isEmpty ? strings.unnamedFile : short(name))"
        case .location(_, _, let address):
            return address.map { "[\(strings.location)] \(short($0))" } ?? "[\(strings.location)]"
        case .link(let link): return "[\(strings.link)] \(short(link.title.isEmpty ? link.url : link.title))"
        case .notification(let notification): return strings.notification(notification, strings.me)
        case .system(let text): return TextSanitizer.line(String(text.prefix(4000)))
        case .revoked:
            return message.isOutgoing ? strings.revokedByMe : strings.revoked(short(message.sender.displayName))
        // In a summary there is nothing to press a key on.
        case .call(let call): return strings.call(call, message.isOutgoing, .none)
        case .revoke, .readMark, .tag: return strings.unknown(TextSanitizer.line(message.type.rawValue))
        case .custom(let type, _): return strings.unknown(short(type.rawValue))
        case .unknown(let kind): return strings.unknown(kind.map(short))
        }
    }

    private static func words(_ raw: String, _ strings: FlowStrings) -> SafeText {
        let text = TextSanitizer.line(raw)
        return text.string.allSatisfy(\.isWhitespace) ? strings.emptyMessage : text
    }

    private static func short(_ raw: String) -> SafeText { TextSanitizer.line(String(raw.prefix(300))) }
}
