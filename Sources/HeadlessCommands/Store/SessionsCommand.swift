import Cells
import IMModel

/// `imchat sessions`: the sessions of the store, pinned ones first, then by the latest activity.
package enum SessionsCommand {
    /// Writes one line for each session.
    package static func run(_ reader: StoreReader, json: Bool, output: LineOutput) throws(HeadlessFailure) {
        let sessions = try reader.sessions()
        let width = min(28, sessions.map { $0.id.address.count }.max() ?? 0)
        for session in sessions {
            output.line(json ? Self.json(session) : text(session, width))
            if output.isOver { return }
        }
        output.flush()
    }

    private static func text(_ session: Session, _ width: Int) -> SafeText {
        let address = session.id.address
        var line = address + String(repeating: " ", count: max(0, width - address.count)) + "  "
        line += session.lastActivity > 0 ? TimeText.local(PlainLine.localTime(session.lastActivity)) : "-"
        if let name = session.name, !name.isEmpty { line += "  " + name }
        var marks: [String] = []
        if session.unreadCount > 0 { marks.append("\(session.unreadCount) unread") }
        if session.mentionCount > 0 { marks.append("\(session.mentionCount) mentions") }
        if session.isPinned { marks.append("pinned") }
        if session.isMuted { marks.append("muted") }
        if session.draft != nil { marks.append("draft") }
        if !marks.isEmpty { line += "  (" + marks.joined(separator: ", ") + ")" }
        return TextSanitizer.line(line)
    }

    private static func json(_ session: Session) -> SafeText {
        var writer = JSONWriter()
        writer.string("kind", session.id.kind.rawValue)
        writer.string("address", session.id.address)
        writer.string("name", session.name)
        writer.integer("unread", session.unreadCount)
        writer.integer("mentions", session.mentionCount)
        writer.raw("muted", session.isMuted ? "true".utf8 : "false".utf8)
        writer.raw("pinned", session.isPinned ? "true".utf8 : "false".utf8)
        writer.integer("members", session.memberCount)
        if session.lastActivity > 0 { writer.string("time", TimeText.iso(session.lastActivity)) }
        writer.string("draft", session.draft?.text)
        writer.string("preview", session.preview)
        return TextSanitizer.json(String(decoding: writer.bytes, as: UTF8.self))
    }
}
