import Cells
import IMModel
import MessageFlow

/// The session list as cells.
extension ChatScreen {
    /// Rows that one session takes: two with its last line where all fit so.
    func rowsPerSession(in rect: Rect) -> Int {
        visibleSessions.count * 2 <= rect.height && rect.width >= 16 ? 2 : 1
    }

    /// Draws list, header and divider; answers the cell of the selected row.
    func drawSessions(_ layout: ScreenLayout, into buffer: inout CellBuffer) -> Point? {
        if theme.drawsLines, !layout.divider.isEmpty {
            for y in layout.divider.y..<layout.divider.maxY {
                buffer.write("│", x: layout.divider.x, y: y, style: theme.line, policy: lines)
            }
        }
        let rect = layout.sessions
        guard !rect.isEmpty else { return nil }
        let filterCaret = drawListHeader(layout, into: &buffer)
        let shown = visibleSessions
        guard !shown.isEmpty else {
            let text = sessions.isEmpty ? strings.sessions.none : strings.sessions.noMatch
            let fitted = TextFit.fit(text, columns: rect.width - 2, policy: policy)
            buffer.write(fitted, x: rect.x + 1, y: rect.y, style: theme.faint, policy: policy, maxX: rect.maxX)
            return filterCaret
        }
        let rows = rowsPerSession(in: rect)
        let window = max(1, rect.height / rows)
        let marked = focus == .sessions ? listSelection : current
        let place = shown.firstIndex { $0.id == marked }
        if let place {
            if place < sessionScroll { sessionScroll = place }
            if place >= sessionScroll + window { sessionScroll = place - window + 1 }
        }
        sessionScroll = min(max(0, sessionScroll), max(0, shown.count - window))
        for index in sessionScroll..<min(shown.count, sessionScroll + window) {
            let area = Rect(x: rect.x, y: rect.y + (index - sessionScroll) * rows, width: rect.width, height: rows)
            draw(shown[index], in: area.intersection(rect), into: &buffer)
        }
        if let filterCaret { return filterCaret }
        return place.map { Point(x: rect.x, y: rect.y + ($0 - sessionScroll) * rows) }
    }

    private func drawListHeader(_ layout: ScreenLayout, into buffer: inout CellBuffer) -> Point? {
        let rect = layout.sessionsHeader
        guard !rect.isEmpty else { return nil }
        if layout.sessions.y > rect.maxY {
            drawLine(Rect(x: rect.x, y: rect.maxY, width: rect.width, height: 1), into: &buffer)
            if theme.drawsLines {
                buffer.write("┼", x: layout.divider.x, y: rect.maxY, style: theme.line, policy: lines)
            }
        }
        guard let filter = listFilter else {
            buffer.write("imchat", x: rect.x + 1, y: rect.y, style: theme.title, policy: policy, maxX: rect.maxX)
            return nil
        }
        var x = buffer.write(
            "\(strings.sessions.filter): ", x: rect.x + 1, y: rect.y, style: theme.faint, policy: policy,
            maxX: rect.maxX)
        x = min(x, rect.maxX - 1)
        let caret = drawField(
            filter, in: Rect(x: x, y: rect.y, width: max(1, rect.maxX - 1 - x), height: 1), into: &buffer)
        return isFilterEdited ? caret : nil
    }

    private func draw(_ session: Session, in rect: Rect, into buffer: inout CellBuffer) {
        guard !rect.isEmpty else { return }
        let isCurrent = session.id == current
        let isSelected = focus == .sessions && session.id == listSelection
        let mark = mark(of: session)
        buffer.write(mark.text, x: rect.x + 1, y: rect.y, style: mark.style, policy: lines, maxX: rect.maxX)
        let badge = badge(of: session)
        let badgeWidth = policy.width(of: badge.text)
        let end = rect.maxX - 1 - (badgeWidth > 0 ? badgeWidth + 1 : 0)
        let name = sign(of: session.id.kind) + TextSanitizer.line(session.displayName)
        let style =
            isCurrent ? theme.current : (session.unreadCount > 0 && !session.isMuted ? theme.title : theme.text)
        buffer.write(
            TextFit.fit(name, columns: end - rect.x - 3, policy: policy), x: rect.x + 3, y: rect.y,
            style: session.isMuted && !isCurrent ? theme.faint : style, policy: policy, maxX: rect.maxX)
        if badgeWidth > 0 {
            buffer.write(
                badge.text, x: rect.maxX - 1 - badgeWidth, y: rect.y, style: badge.style, policy: policy,
                minX: rect.x + 3, maxX: rect.maxX)
        }
        if rect.height > 1 {
            let line = TextFit.fit(lastLine(of: session), columns: rect.width - 6, policy: policy)
            buffer.write(line, x: rect.x + 5, y: rect.y + 1, style: theme.faint, policy: policy, maxX: rect.maxX)
        }
        if isSelected {
            buffer.restyle(rect) { style in
                var style = style
                style.attributes.formUnion(self.theme.selection.attributes)
                return style
            }
        }
    }

    /// The mark in front: the open one, a draft, silence, something unread, pinned.
    private func mark(of session: Session) -> (text: SafeText, style: Style) {
        if session.id == current { return ("▸", theme.current) }
        let draft = composers[session.id].map { $0.draft } ?? session.draft
        if let draft, !draft.text.isEmpty { return ("✎", theme.draft) }
        if session.isMuted { return ("⌀", theme.faint) }
        if session.unreadCount > 0 { return ("●", theme.unread) }
        if session.isPinned { return ("▴", theme.faint) }
        return (" ", theme.text)
    }

    private func badge(of session: Session) -> (text: SafeText, style: Style) {
        if session.mentionCount > 0 { return ("@\(session.mentionCount)", theme.mention) }
        if session.unreadCount > 0 {
            let text: SafeText = session.unreadCount > 999 ? "999+" : SafeText(session.unreadCount)
            return (text, session.isMuted ? theme.faint : theme.unread)
        }
        return (.empty, theme.faint)
    }

    private func sign(of kind: SessionKind) -> SafeText {
        switch kind {
        case .peer: .empty
        case .group: "& "
        case .room: "# "
        case .customer: "? "
        case .system: "* "
        }
    }

    private func lastLine(of session: Session) -> SafeText {
        let kept = composers[session.id].map { $0.draft } ?? session.draft
        if session.id != current, let kept, !kept.text.isEmpty {
            return strings.sessions.draftMark + TextSanitizer.line(String(kept.text.prefix(200)))
        }
        return lastWords(of: session) ?? strings.sessions.kind(session.id.kind)
    }

    /// The last message of a session in a few words; `nil` where there is none.
    func lastWords(of session: Session) -> SafeText? {
        let words = TextSanitizer.line(String((session.preview ?? "").prefix(200)))
        if !words.string.allSatisfy(\.isWhitespace) { return words }
        let rows = FlowStrings.table(strings.language)
        switch session.lastType ?? (words.isEmpty ? nil : .text) {
        case nil: return nil
        case .text: return rows.emptyMessage
        case .revoked: return strings.sessions.takenBack
        case .unknown, .control: return rows.unknown(nil)
        case let type?: return "[\(strings.messages.content(type))]"
        }
    }
}
