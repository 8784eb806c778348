package import Cells
import IMModel
import MessageFlow

/// The screen as cells.
extension ChatScreen {
    /// Draws everything for the buffer's size. The answer is where the real cursor stands: at the caret, or on the row
    /// that keys act on; `nil` where there is no such cell.
    package func draw(into buffer: inout CellBuffer) -> Point? {
        size = buffer.size
        needsDisplay = false
        buffer.fill(buffer.bounds, style: theme.text)
        guard size.width > 0, size.height > 0 else { return nil }
        let layout = currentLayout
        var cursor: Point?
        if let place = drawSessions(layout, into: &buffer), focus == .sessions { cursor = place }
        let selected = flow?.selectedMessageID
        drawHeader(layout, into: &buffer)
        drawMessages(layout, into: &buffer)
        drawNote(layout, into: &buffer)
        drawBanner(layout, into: &buffer)
        let caret = drawComposer(layout, into: &buffer)
        if focus == .messages, let selected, let frame = flow?.rowFrame(of: selected, in: layout.messages) {
            cursor = Point(x: frame.x, y: frame.y)
        }
        if focus == .composer || cursor == nil { cursor = caret }
        drawSuggestions(layout, into: &buffer)
        drawStatus(layout, into: &buffer)
        for (index, overlay) in overlays.enumerated() {
            cursor = draw(overlay, index: index, into: &buffer) ?? cursor
        }
        return cursor.flatMap { buffer.bounds.contains($0) ? $0 : nil }
    }

    /// Where the parts stand for the size last drawn or told.
    var currentLayout: ScreenLayout {
        ScreenLayout(
            size: size, showsSessions: showsSessionList, hasBanner: composer.replyTo != nil,
            listWidth: configuration.sessionListWidth
        ) { width in
            ComposerLayout(clusters: composer.clusters, caret: composer.caret, width: width, policy: policy).rows.count
        }
    }

    // MARK: Panes

    private func drawHeader(_ layout: ScreenLayout, into buffer: inout CellBuffer) {
        drawLine(layout.headerLine, into: &buffer)
        let rect = layout.header
        guard !rect.isEmpty else { return }
        guard let current, let session = session(current) else { return }
        var note = session.memberCount.map { strings.sessions.members($0) } ?? strings.sessions.kind(session.id.kind)
        if session.isMuted { note = "\(note) · \(strings.sessions.muted)" }
        let noteWidth = policy.width(of: note)
        let showsNote = noteWidth + 12 <= rect.width
        let room = rect.width - 1 - (showsNote ? noteWidth + 2 : 0)
        let name = TextFit.fit(TextSanitizer.line(session.displayName), columns: room, policy: policy)
        buffer.write(
            name, x: rect.x + min(1, rect.width - 1), y: rect.y, style: theme.title, policy: policy, maxX: rect.maxX)
        if showsNote {
            buffer.write(note, x: rect.maxX - noteWidth - 1, y: rect.y, style: theme.faint, policy: policy)
        }
    }

    private func drawMessages(_ layout: ScreenLayout, into buffer: inout CellBuffer) {
        let rect = layout.messages
        guard !rect.isEmpty else { return }
        if let flow {
            flow.draw(into: &buffer, in: rect)
            return
        }
        let texts =
            sessions.isEmpty ? [strings.sessions.none, strings.sessions.startHint] : [strings.sessions.noneChosen]
        let lines = texts.flatMap { TextFit.wrap($0, columns: rect.width, policy: policy) }
        let top = rect.y + max(0, rect.height - lines.count) / 2
        for (row, line) in lines.prefix(rect.height).enumerated() {
            buffer.write(
                line, x: rect.x + (rect.width - policy.width(of: line)) / 2, y: top + row, style: theme.faint,
                policy: policy, maxX: rect.maxX)
        }
    }

    /// The row between messages and composer: who types, what lies below, how much room is left.
    private func drawNote(_ layout: ScreenLayout, into buffer: inout CellBuffer) {
        let rect = layout.note
        guard !rect.isEmpty else { return }
        drawLine(rect, into: &buffer)
        if theme.drawsLines, !layout.divider.isEmpty {
            buffer.write("├", x: layout.divider.x, y: rect.y, style: theme.line, policy: lines)
        }
        let right = noteAtRight
        var end = rect.maxX - 1
        if let right {
            let text = TextFit.fit(right.text, columns: max(0, rect.width - 2), policy: policy)
            let width = policy.width(of: text)
            end = rect.maxX - 2 - width
            if !text.isEmpty {
                buffer.write(
                    " \(text) ", x: end - 1, y: rect.y, style: right.style, policy: policy, minX: rect.x,
                    maxX: rect.maxX)
            }
            end -= 1
        }
        if let left = noteAtLeft, end - rect.x > 6 {
            let text = TextFit.fit(left, columns: end - rect.x - 3, policy: policy)
            buffer.write(" \(text) ", x: rect.x + 1, y: rect.y, style: theme.faint, policy: policy, maxX: end)
        }
    }

    private var noteAtLeft: SafeText? {
        if let current, let writing = typists[current], !writing.isEmpty {
            return strings.status.typing(writing.map { TextSanitizer.line($0.name) })
        }
        switch flow?.olderStatus {
        case .loading: return strings.status.loadingOlder
        case .failed(let error), .retrying(let error, _, _): return strings.status.loadFailed(reason(of: error))
        case .idle, .complete, nil: break
        }
        guard let flow, flow.historyIsLocalOnly, flow.showsBeginning else { return nil }
        return strings.status.onlyHeardHere
    }

    var noteAtRight: (text: SafeText, style: Style)? {
        let limit = configuration.sizeLimit
        // Every byte is looked at only where the answer matters.
        let bytes = composer.byteCount > limit / 10 * 4 ? composer.bytesInMessage : composer.byteCount
        if bytes > limit { return (strings.composer.size(bytes, limit), theme.error) }
        if bytes > limit / 10 * 9 { return (strings.composer.size(bytes, limit), theme.warning) }
        if let below = flow?.newBelowCount, below > 0 { return (strings.status.newBelow(below), theme.unread) }
        return nil
    }

    private func drawBanner(_ layout: ScreenLayout, into buffer: inout CellBuffer) {
        let rect = layout.banner
        guard !rect.isEmpty, let origin = composer.replyTo, let current else { return }
        let message = answered[current].flatMap { $0.originID == origin ? $0 : nil } ?? flow?.quotedMessage?(origin)
        let name = message.map { TextSanitizer.line($0.sender.displayName) } ?? "?"
        let text = message.map { summary(of: $0) } ?? strings.composer.unknownOriginal
        let line = TextFit.fit(strings.composer.replyTo(name, text), columns: rect.width - 2, policy: policy)
        buffer.write(line, x: rect.x + 1, y: rect.y, style: theme.draft, policy: policy, maxX: rect.maxX)
    }

    func drawLine(_ rect: Rect, into buffer: inout CellBuffer) {
        guard !rect.isEmpty, theme.drawsLines else { return }
        for x in rect.x..<rect.maxX { buffer.write("─", x: x, y: rect.y, style: theme.line, policy: lines) }
    }

    /// Line characters take one cell whatever the policy says of ambiguous characters.
    var lines: WidthPolicy { WidthPolicy(clusters: policy.clusters, ambiguousIsWide: false) }
}
