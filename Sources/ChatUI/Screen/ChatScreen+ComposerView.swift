import Cells
import IMModel
import MessageFlow

/// The composer as cells.
extension ChatScreen {
    /// The column where the composer's text begins.
    func composerTextLeft(in rect: Rect) -> Int { rect.x + (rect.width > 4 ? ScreenLayout.promptWidth : 0) }

    /// The text broken into rows for the composer's rectangle.
    func composerText(in rect: Rect) -> ComposerLayout {
        ComposerLayout(
            clusters: composer.clusters, caret: composer.caret,
            width: max(1, rect.maxX - composerTextLeft(in: rect)), policy: policy)
    }

    /// What stands in an empty composer.
    private func composerHint(_ isUsable: Bool) -> SafeText {
        guard let current else { return strings.composer.placeholder }
        if leftRooms.contains(current) { return strings.composer.leftRoom(TextSanitizer.line(current.target)) }
        return isUsable ? strings.composer.placeholder : whyClosed(current)
    }

    /// Why nothing can be written in a session.
    func whyClosed(_ session: SessionID) -> SafeText {
        session.kind == .group && connection != .readOnly ? strings.composer.closedGroup : strings.sessions.readOnly
    }

    /// Why no text but commands is taken for a session; `nil` where it is. A store in trouble is none: what is written
    /// meanwhile is kept.
    func whyNoText(in session: SessionID) -> SafeText? {
        guard self.session(session) != nil, !canSend(in: session), connection != .readOnly || configuration.readsAlong
        else { return nil }
        return connection == .readOnly ? strings.held.notSent : whyClosed(session)
    }

    /// Draws the composer; answers the caret's cell.
    func drawComposer(_ layout: ScreenLayout, into buffer: inout CellBuffer) -> Point? {
        let rect = layout.composer
        guard !rect.isEmpty else { return nil }
        let left = composerTextLeft(in: rect)
        let isUsable = current.map { canSend(in: $0) } ?? false
        if left > rect.x {
            buffer.write(
                "> ", x: rect.x, y: rect.y, style: focus == .composer ? theme.key : theme.faint, policy: policy)
        }
        let text = composerText(in: rect)
        if text.caretRow < composerScroll { composerScroll = text.caretRow }
        if text.caretRow >= composerScroll + rect.height { composerScroll = text.caretRow - rect.height + 1 }
        composerScroll = min(max(0, composerScroll), max(0, text.rows.count - rect.height))
        if composer.isEmpty {
            let hint = composerHint(isUsable)
            let fitted = TextFit.fit(hint, columns: rect.maxX - left - 1, policy: policy)
            buffer.write(fitted, x: left, y: rect.y, style: theme.faint, policy: policy, maxX: rect.maxX)
        }
        for row in composerScroll..<min(text.rows.count, composerScroll + rect.height) {
            var x = left
            let y = rect.y + row - composerScroll
            for index in text.rows[row] {
                let cluster = ComposerLayout.drawn(composer.clusters[index])
                x = buffer.write(cluster, x: x, y: y, style: theme.text, policy: policy, maxX: rect.maxX)
            }
        }
        return Point(
            x: min(left + text.caretColumn, rect.maxX - 1),
            y: rect.y + min(rect.height - 1, text.caretRow - composerScroll))
    }
}
