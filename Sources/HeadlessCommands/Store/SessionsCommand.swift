import Cells
import IMModel
import IMWire

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
        let line = SessionLine(
            kind: session.id.kind.rawValue, address: session.id.address, name: session.name,
            unread: session.unreadCount, mentions: session.mentionCount, muted: session.isMuted,
            pinned: session.isPinned, members: session.memberCount,
            time: session.lastActivity > 0 ? TimeText.iso(session.lastActivity) : nil, draft: session.draft?.text,
            preview: session.preview)
        return TextSanitizer.json(String(decoding: JSONText.encode(line), as: UTF8.self))
    }
}
