import Cells

/// What the status line says for a while, and what it has said.
extension ChatScreen {
    func say(_ text: SafeText, _ weight: Notice.Weight = .result, staysUntilKey: Bool = false) {
        // What waits for a key is covered by what was said later, and is there again when that goes.
        notices.removeAll { !$0.staysUntilKey || staysUntilKey }
        notices.append(
            Notice(text: text, weight: weight, until: now + ChatScreen.noticeLife, staysUntilKey: staysUntilKey))
        keep(text)
        // What the status line would cut is shown at length; whoever types goes on typing.
        if weight == .trouble, overlays.isEmpty, policy.width(of: text) > max(size.width, 60) - 4 {
            overlays.append(
                .panel(
                    TextPanel(
                        title: strings.overlays.noticeTitle, lines: [TextPanel.Line(text: text)], closesAtAnyKey: true))
            )
        }
        touch()
    }

    /// Somebody is there: what has stood for a while and was not covered has been seen.
    func dropSeenNotice() {
        if let last = notices.last, last.staysUntilKey, last.until <= now { notices.removeLast() }
    }

    private func keep(_ text: SafeText) {
        guard text != pastNotices.last else { return }
        if pastNotices.count == ChatScreen.noticesKept { pastNotices.removeFirst() }
        pastNotices.append(text)
    }

    /// Everything that was said, the last first.
    func openNotices() {
        let lines = pastNotices.isEmpty ? [strings.overlays.noNotices] : pastNotices.reversed()
        overlays.append(
            .panel(
                TextPanel(title: strings.overlays.noticesTitle, lines: lines.map { TextPanel.Line(text: $0) })))
        touch()
    }
}
