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

    private var hasFrame: Bool { size.width >= 12 && size.height >= 5 }
    /// Columns that a box can have inside.
    private var widestInside: Int { max(1, size.width - (hasFrame ? 4 : 0)) }

    /// Clears a box and draws its frame and title; answers what is inside. It stands in the middle, or right below or
    /// above what it belongs to; one that may grow to `room` rows begins where it would then. Small screens get no frame.
    /// Without one it takes whole rows: whoever reads a row, or hears it read out, must not be told what lies under it.
    private func drawBox(
        width: Int, height: Int, title: SafeText, near anchor: Rect? = nil, room: Int? = nil,
        into buffer: inout CellBuffer
    ) -> Rect {
        let frame = hasFrame ? 2 : 0
        let wanted = Size(width: width + 2 * frame, height: height + frame)
        let tallest = max(height, room ?? height) + frame
        let y = max(0, (size.height - tallest) / 2)
        var box = Rect(
            x: max(0, (size.width - wanted.width) / 2), y: y,
            width: min(size.width, wanted.width), height: min(size.height - y, wanted.height))
        if let anchor {
            let x = max(0, min(anchor.x, size.width - box.width))
            if anchor.maxY + box.height < size.height {
                box = Rect(x: x, y: anchor.maxY, width: box.width, height: box.height)
            } else if anchor.y >= box.height {
                box = Rect(x: x, y: anchor.y - box.height, width: box.width, height: box.height)
            }
        }
        if !theme.drawsLines || !hasFrame { box = Rect(x: 0, y: box.y, width: size.width, height: box.height) }
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

    /// Tells below a box how far one has got in what does not fit.
    private func drawPlace(_ last: Int, of count: Int, under inner: Rect, into buffer: inout CellBuffer) {
        guard hasFrame, count > inner.height else { return }
        let text: SafeText = " \(last)/\(count) "
        buffer.write(
            text, x: inner.maxX - policy.width(of: text), y: inner.maxY, style: theme.faint, policy: policy,
            minX: inner.x, maxX: inner.maxX)
    }

    func drawFrame(_ box: Rect, into buffer: inout CellBuffer) {
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
        let width = min(max(widest, hasFilter ? 40 : 22, policy.width(of: list.title) + 2), widestInside)
        let field = hasFilter ? 1 : 0
        let most = hasFilter ? 16 : Int.max
        let inner = drawBox(
            width: width, height: max(1, min(most, list.shown.count)) + field, title: list.title,
            near: anchor(of: list), room: min(most, list.items.count) + field, into: &buffer)
        guard !inner.isEmpty else { return nil }
        var rows = inner
        var cursor: Point?
        if let filter = list.filter {
            let left = buffer.write("> ", x: inner.x, y: inner.y, style: theme.key, policy: policy, maxX: inner.maxX)
            let field = Rect(x: min(left, inner.maxX - 1), y: inner.y, width: max(1, inner.maxX - left), height: 1)
            cursor = drawField(filter, in: field, into: &buffer)
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
        drawPlace(
            min(list.shown.count, choiceScroll + rows.height), of: list.shown.count, under: rows, into: &buffer)
        return cursor
    }

    /// The row of the message that a menu is for.
    private func anchor(of list: ChoiceList) -> Rect? {
        guard case .menu(let menu) = list.purpose, case let pane = currentLayout.messages,
            let row = flow?.rowFrame(of: menu.message.id, in: pane)
        else { return nil }
        return Rect(x: (menu.cell?.x ?? pane.x + 2), y: row.y, width: row.width, height: row.height)
    }

    private func draw(_ item: ChoiceList.Item, in row: Rect, into buffer: inout CellBuffer) {
        var row = row
        var x = row.x
        if let letter = item.letter {
            x = buffer.write(
                TextSanitizer.line(String(letter)), x: x, y: row.y, style: theme.key, policy: policy, maxX: row.maxX)
            x += 2
        }
        row = Rect(x: x, y: row.y, width: max(0, row.maxX - x), height: 1)
        draw(title: item.title, note: item.note, in: row, into: &buffer)
    }

    /// A title, and at the right a note where both have room; the note is cut before it is left out.
    func draw(title: SafeText, note: SafeText, in row: Rect, into buffer: inout CellBuffer) {
        let titleWidth = min(policy.width(of: title), row.width)
        let noteRoom = row.width - titleWidth - 2
        let shown =
            noteRoom >= 8 || policy.width(of: note) <= noteRoom
            ? TextFit.fit(note, columns: noteRoom, policy: policy) : SafeText.empty
        buffer.write(
            TextFit.fit(title, columns: row.width, policy: policy), x: row.x, y: row.y, style: theme.text,
            policy: policy, maxX: row.maxX)
        buffer.write(
            shown, x: row.maxX - policy.width(of: shown), y: row.y, style: theme.faint, policy: policy, maxX: row.maxX)
    }

    private func draw(_ question: Question, into buffer: inout CellBuffer) -> Point? {
        let texts = [question.text] + question.details
        let widest = max(24, texts.map { policy.width(of: $0) }.max() ?? 0)
        let width = max(1, min(widest, 60, widestInside))
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
        answers = Rect(x: inner.x, y: last, width: inner.width, height: 1)
        yesWidth = yes - inner.x
        return Point(x: question.isYesSelected ? inner.x : min(yes + 1, inner.maxX - 1), y: last)
    }

    private func draw(_ panel: TextPanel, index: Int, into buffer: inout CellBuffer) -> Point? {
        var panel = panel
        let width = panel.width(atMost: max(1, min(76, widestInside)), policy: policy)
        panel.wrap(width: width, policy: policy)
        let inner = drawBox(width: width, height: panel.height, title: panel.title, into: &buffer)
        panel.window = max(1, inner.height)
        panel.move(by: 0)
        overlays[index] = .panel(panel)
        let rows = panel.rows
        guard !inner.isEmpty else { return nil }
        for place in panel.scroll..<min(rows.count, panel.scroll + inner.height) {
            let row = rows[place]
            let y = inner.y + place - panel.scroll
            buffer.write(row.label, x: inner.x, y: y, style: theme.key, policy: policy, maxX: inner.maxX)
            buffer.write(
                row.text, x: inner.x + row.indent, y: y, style: row.isHeading ? theme.title : theme.text,
                policy: policy, maxX: inner.maxX)
        }
        drawPlace(min(rows.count, panel.scroll + inner.height), of: rows.count, under: inner, into: &buffer)
        return Point(x: inner.x, y: inner.y)
    }

    private func draw(_ prompt: Prompt, into buffer: inout CellBuffer) -> Point? {
        let width = max(1, min(prompt.hint.isEmpty ? 50 : 66, widestInside))
        let hints = prompt.hint.isEmpty ? [] : TextFit.wrap(prompt.hint, columns: width, policy: policy)
        let inner = drawBox(width: width, height: 1 + hints.count, title: prompt.title, into: &buffer)
        guard !inner.isEmpty else { return nil }
        for (row, hint) in hints.enumerated() where row + 1 < inner.height {
            buffer.write(
                hint, x: inner.x, y: inner.y + row + 1, style: theme.faint, policy: policy, maxX: inner.maxX)
        }
        return drawField(prompt.field, in: inner, into: &buffer)
    }

    /// A line that is typed into; answers the caret's cell.
    func drawField(_ field: Composer, in rect: Rect, into buffer: inout CellBuffer) -> Point {
        // What is being typed is the end of a long line: as much before the caret as there is room for.
        var start = field.caret
        var used = 1
        while start > 0 {
            let columns = policy.width(of: ComposerLayout.drawn(field.clusters[start - 1]))
            if used + columns > rect.width { break }
            used += columns
            start -= 1
        }
        var x = rect.x
        for cluster in field.clusters[start...] {
            x = buffer.write(
                ComposerLayout.drawn(cluster), x: x, y: rect.y, style: theme.text, policy: policy, maxX: rect.maxX)
        }
        return Point(x: min(rect.x + used - 1, rect.maxX - 1), y: rect.y)
    }
}
