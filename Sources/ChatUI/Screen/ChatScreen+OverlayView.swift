import Cells
import IMModel
import MessageFlow

/// Overlays as cells.
extension ChatScreen {
    /// Draws one overlay; answers the cell that keys act on.
    func draw(_ overlay: Overlay, index: Int, into buffer: inout CellBuffer) -> Point? {
        switch overlay {
        case .choices(let list): draw(list, into: &buffer)
        case .question(let question): draw(question, into: &buffer)
        case .panel(let panel): draw(panel, index: index, into: &buffer)
        case .prompt(let prompt): draw(prompt, into: &buffer)
        }
    }

    /// Clears a centred box and draws its frame and title; answers what is inside. Small screens get no frame.
    private func drawBox(width: Int, height: Int, title: SafeText, into buffer: inout CellBuffer) -> Rect {
        let hasFrame = size.width >= 12 && size.height >= 5
        let wanted = Size(width: width + (hasFrame ? 4 : 0), height: height + (hasFrame ? 2 : 0))
        let box = Rect(
            x: max(0, (size.width - wanted.width) / 2), y: max(0, (size.height - wanted.height) / 2),
            width: min(size.width, wanted.width), height: min(size.height, wanted.height))
        buffer.fill(box, style: theme.text)
        guard hasFrame else { return box }
        if theme.drawsLines {
            drawFrame(box, into: &buffer)
        }
        let name = TextFit.fit(title, columns: box.width - 4, policy: policy)
        if !name.isEmpty {
            buffer.write(" \(name) ", x: box.x + 1, y: box.y, style: theme.title, policy: policy, maxX: box.maxX - 1)
        }
        return Rect(x: box.x + 2, y: box.y + 1, width: box.width - 4, height: box.height - 2)
    }

    private func drawFrame(_ box: Rect, into buffer: inout CellBuffer) {
        let style = theme.line
        for x in box.x..<box.maxX {
            buffer.write("─", x: x, y: box.y, style: style, policy: lines)
            buffer.write("─", x: x, y: box.maxY - 1, style: style, policy: lines)
        }
        for y in box.y..<box.maxY {
            buffer.write("│", x: box.x, y: y, style: style, policy: lines)
            buffer.write("│", x: box.maxX - 1, y: y, style: style, policy: lines)
        }
        buffer.write("┌", x: box.x, y: box.y, style: style, policy: lines)
        buffer.write("┐", x: box.maxX - 1, y: box.y, style: style, policy: lines)
        buffer.write("└", x: box.x, y: box.maxY - 1, style: style, policy: lines)
        buffer.write("┘", x: box.maxX - 1, y: box.maxY - 1, style: style, policy: lines)
    }

    private func draw(_ list: ChoiceList, into buffer: inout CellBuffer) -> Point? {
        let widest =
            list.items.prefix(500).map { policy.width(of: $0.title) + policy.width(of: $0.note) + 6 }.max() ?? 0
        let hasFilter = list.filter != nil
        let width = min(max(widest, hasFilter ? 40 : 22, policy.width(of: list.title) + 2), max(1, size.width - 4))
        let room = hasFilter ? min(16, list.items.count) : list.items.count
        let inner = drawBox(
            width: width, height: max(1, room) + (hasFilter ? 1 : 0), title: list.title, into: &buffer)
        guard !inner.isEmpty else { return nil }
        var rows = inner
        var cursor: Point?
        if let filter = list.filter {
            let left = buffer.write("> ", x: inner.x, y: inner.y, style: theme.key, policy: policy, maxX: inner.maxX)
            let x = buffer.write(
                TextSanitizer.line(filter.string), x: left, y: inner.y, style: theme.text, policy: policy,
                maxX: inner.maxX)
            cursor = Point(x: min(x, inner.maxX - 1), y: inner.y)
            rows = Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: inner.height - 1)
        }
        choiceRows = rows
        guard !rows.isEmpty else { return cursor }
        if list.shown.isEmpty {
            buffer.write(
                TextFit.fit(strings.overlays.noMatch, columns: rows.width, policy: policy), x: rows.x, y: rows.y,
                style: theme.faint, policy: policy, maxX: rows.maxX)
            return cursor
        }
        if list.selected < choiceScroll { choiceScroll = list.selected }
        if list.selected >= choiceScroll + rows.height { choiceScroll = list.selected - rows.height + 1 }
        choiceScroll = min(max(0, choiceScroll), max(0, list.shown.count - rows.height))
        for place in choiceScroll..<min(list.shown.count, choiceScroll + rows.height) {
            let y = rows.y + place - choiceScroll
            let row = Rect(x: rows.x, y: y, width: rows.width, height: 1)
            draw(list.items[list.shown[place]], in: row, into: &buffer)
            if place == list.selected {
                buffer.restyle(row) { $0.adding(self.theme.selection.attributes) }
                if cursor == nil { cursor = Point(x: row.x, y: y) }
            }
        }
        return cursor
    }

    private func draw(_ item: ChoiceList.Item, in row: Rect, into buffer: inout CellBuffer) {
        var x = row.x
        if let letter = item.letter {
            x = buffer.write(
                TextSanitizer.line(String(letter)), x: x, y: row.y, style: theme.key, policy: policy, maxX: row.maxX)
            x += 2
        }
        let noteWidth = policy.width(of: item.note)
        let showsNote = noteWidth > 0 && x + policy.width(of: item.title) + noteWidth + 2 <= row.maxX
        let end = showsNote ? row.maxX - noteWidth - 1 : row.maxX
        buffer.write(
            TextFit.fit(item.title, columns: end - x, policy: policy), x: x, y: row.y, style: theme.text,
            policy: policy, maxX: end)
        if showsNote {
            buffer.write(item.note, x: row.maxX - noteWidth, y: row.y, style: theme.faint, policy: policy)
        }
    }

    private func draw(_ question: Question, into buffer: inout CellBuffer) -> Point? {
        let texts = [question.text] + question.details
        let widest = max(24, texts.map { policy.width(of: $0) }.max() ?? 0)
        let width = max(1, min(widest, 60, size.width - 4))
        let wrapped = TextFit.wrap(question.text, columns: width, policy: policy)
        let inner = drawBox(
            width: width, height: wrapped.count + question.details.count + 1, title: .empty, into: &buffer)
        guard !inner.isEmpty else { return nil }
        var y = inner.y
        for line in wrapped where y < inner.maxY - 1 {
            buffer.write(line, x: inner.x, y: y, style: theme.title, policy: policy, maxX: inner.maxX)
            y += 1
        }
        for line in question.details where y < inner.maxY - 1 {
            buffer.write(
                TextFit.fit(line, columns: inner.width, policy: policy), x: inner.x, y: y, style: theme.faint,
                policy: policy, maxX: inner.maxX)
            y += 1
        }
        let last = inner.maxY - 1
        let chosen = theme.selection
        let yes = buffer.write(
            " y \(strings.overlays.yes) ", x: inner.x, y: last, style: question.isYesSelected ? chosen : theme.text,
            policy: policy, maxX: inner.maxX)
        buffer.write(
            " n \(strings.overlays.no) ", x: yes + 1, y: last, style: question.isYesSelected ? theme.text : chosen,
            policy: policy, maxX: inner.maxX)
        return Point(x: question.isYesSelected ? inner.x : min(yes + 1, inner.maxX - 1), y: last)
    }

    private func draw(_ panel: TextPanel, index: Int, into buffer: inout CellBuffer) -> Point? {
        var panel = panel
        let widestLabel = panel.lines.map { policy.width(of: $0.label) }.max() ?? 0
        let widestText = panel.lines.map { policy.width(of: $0.text) }.max() ?? 0
        let needed = max(30, policy.width(of: panel.title) + 4, widestLabel + widestText + 2)
        let width = max(1, min(76, size.width - 4, needed))
        let labels = min(width / 3, widestLabel)
        var rows: [(label: SafeText, text: SafeText, isHeading: Bool, indent: Int)] = []
        for line in panel.lines {
            let indent = line.label.isEmpty ? 0 : labels + 2
            let labelFits = policy.width(of: line.label) <= labels
            var label = line.label
            if !label.isEmpty, !labelFits {
                rows += TextFit.wrap(label, columns: width, policy: policy).map { ($0, .empty, false, 0) }
                label = .empty
            }
            for piece in TextFit.wrap(line.text, columns: width - indent, policy: policy) {
                rows.append((label, piece, line.isHeading, indent))
                label = .empty
            }
        }
        let inner = drawBox(width: width, height: rows.count, title: panel.title, into: &buffer)
        panel.window = max(1, inner.height)
        panel.height = rows.count
        panel.move(by: 0)
        overlays[index] = .panel(panel)
        guard !inner.isEmpty else { return nil }
        for place in panel.scroll..<min(rows.count, panel.scroll + inner.height) {
            let row = rows[place]
            let y = inner.y + place - panel.scroll
            buffer.write(row.label, x: inner.x, y: y, style: theme.key, policy: policy, maxX: inner.maxX)
            buffer.write(
                row.text, x: inner.x + row.indent, y: y, style: row.isHeading ? theme.title : theme.text,
                policy: policy, maxX: inner.maxX)
        }
        return Point(x: inner.x, y: inner.y)
    }

    private func draw(_ prompt: Prompt, into buffer: inout CellBuffer) -> Point? {
        let width = max(1, min(60, size.width - 4))
        let hints = prompt.hint.isEmpty ? [] : TextFit.wrap(prompt.hint, columns: width, policy: policy)
        let inner = drawBox(width: width, height: 1 + hints.count, title: prompt.title, into: &buffer)
        guard !inner.isEmpty else { return nil }
        for (row, hint) in hints.enumerated() where row + 1 < inner.height {
            buffer.write(
                hint, x: inner.x, y: inner.y + row + 1, style: theme.faint, policy: policy, maxX: inner.maxX)
        }
        // The end of a long line is what is being typed: show as much before the caret as there is room for.
        var start = prompt.text.caret
        var used = 1
        while start > 0 {
            let columns = policy.width(of: ComposerLayout.drawn(prompt.text.clusters[start - 1]))
            if used + columns > inner.width { break }
            used += columns
            start -= 1
        }
        var x = inner.x
        for cluster in prompt.text.clusters[start...] {
            x = buffer.write(
                ComposerLayout.drawn(cluster), x: x, y: inner.y, style: theme.text, policy: policy, maxX: inner.maxX)
        }
        return Point(x: min(inner.x + used - 1, inner.maxX - 1), y: inner.y)
    }
}
