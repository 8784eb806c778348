public import Cells
public import IMModel

extension MessageFlowController {
    /// The tap on the selected message: opens the card or link, goes to the quoted, else asks for the view in full.
    @discardableResult
    public func tapSelected() -> Bool { interactWithSelected(.tap) }
    /// The double tap on the selected message: asks for a reply.
    @discardableResult
    public func doubleTapSelected() -> Bool { interactWithSelected(.doubleTap) }
    /// The long press on the selected message: asks for the menu.
    @discardableResult
    public func longPressSelected() -> Bool { interactWithSelected(.longPress) }

    private func interactWithSelected(_ kind: MessageInteraction.Kind) -> Bool {
        guard let message = selectedMessage else { return false }
        // The line above the selected message is the first thing that Enter is for.
        if kind == .tap, fillGap(above: message.id) { return true }
        interact(MessageInteraction(kind: kind, message: message, component: .content))
        return true
    }

    /// Feeds the mouse, with the rectangle that the list was last drawn in; `milliseconds` is when it happened, in the
    /// scheduler's time (now, if not given). Answers whether the event was for the list.
    @discardableResult
    public func pointer(_ event: MouseEvent, in rect: Rect, at milliseconds: Int64? = nil) -> Bool {
        guard rect.contains(event.position) || event.action == .release else { return false }
        perform(clicks.handle(event, at: milliseconds ?? scheduler.flowMilliseconds), in: rect)
        armClickTimer(in: rect)
        return rect.contains(event.position)
    }

    private func armClickTimer(in rect: Rect) {
        if let clickTimer { scheduler.cancel(clickTimer) }
        clickTimer = nil
        guard let deadline = clicks.deadline, !isClosed else { return }
        let delay = max(0, deadline - scheduler.flowMilliseconds)
        clickTimer = scheduler.runLater(after: delay) { [weak self] in
            guard let self else { return }
            clickTimer = nil
            perform(clicks.deadlineReached(at: deadline), in: rect)
        }
    }

    private func perform(_ gestures: [ClickRecognizer.Gesture], in rect: Rect) {
        for gesture in gestures {
            switch gesture {
            case .wheel(let rows): scroll(lines: rows)
            case .tap(let cell): interact(.tap, at: cell, in: rect)
            case .doubleTap(let cell): interact(.doubleTap, at: cell, in: rect)
            case .longPress(let cell): interact(.longPress, at: cell, in: rect)
            }
        }
    }

    private func interact(_ kind: MessageInteraction.Kind, at cell: Point, in rect: Rect) {
        settle()
        let y = cell.y - rect.y
        guard let row = placed.first(where: { $0.y <= y && y < $0.y + $0.height }),
            let drawn = compose(row.id, width: layout.size.width)
        else { return }
        let message = drawn.context.message
        let rowLayout = drawn.layout
        let point = Point(x: cell.x - rect.x, y: y - row.y)
        guard let component = rowLayout.component(at: point) else {
            guard kind == .longPress else { return }
            return interact(MessageInteraction(kind: kind, message: message, component: .content, cell: cell))
        }
        var link: String?
        var part: String?
        switch composer.target(at: point, of: drawn.context, in: rowLayout) {
        case .link(let target): link = target.url
        case .named(let name): part = name
        case nil: break
        }
        interact(
            MessageInteraction(
                kind: kind, message: message, component: component, cell: cell,
                link: link ?? drawnLink(at: point, drawn), part: part))
    }

    /// Whether the row shows only the beginning of a message; no row does before the list has a size.
    public func isFolded(_ id: MessageID) -> Bool {
        guard layout.size.width > 0, let row = compose(id, width: layout.size.width),
            let content = row.layout.frames.first(where: { $0.component == .content })?.rect
        else { return false }
        let last = Point(x: content.x, y: content.maxY - 1)
        return composer.target(at: last, of: row.context, in: row.layout) == .named(ContentView.foldRegion)
    }

    /// The hyperlink on a cell of a row whose composer tells no targets: the row is drawn apart, cut to the line of the
    /// cell.
    private func drawnLink(at point: Point, _ row: ComposedRow) -> String? {
        var line = CellBuffer(size: Size(width: layout.size.width, height: 1))
        composer.draw(
            row.layout, row.context, into: &line, at: Point(x: 0, y: -point.y), clip: line.bounds, highlight: [])
        let link = Int(line[point.x, 0].style.link)
        return link > 0 && link < line.links.count ? line.links[link] : nil
    }

    private func interact(_ interaction: MessageInteraction) {
        tell(.interaction(interaction))
        let message = interaction.message
        switch interaction.kind {
        case .tap:
            if interaction.component == .timeline, fillGap(above: message.id) { return }
            if tapHandler?(interaction) == true { return }
            tap(interaction)
        case .doubleTap:
            if doubleTapHandler?(interaction) == true { return }
            guard rules.allows(.reply, message) else { return }
            tell(.replyRequested(message))
        case .longPress:
            if longPressHandler?(interaction) == true { return }
            guard let context = context(of: message.id),
                composer.canPerformMenuAction(on: interaction.component, of: context)
            else { return }
            guard let menu = menu(for: message.id, component: interaction.component, cell: interaction.cell) else {
                return
            }
            tell(.menuRequested(menu))
        }
    }

    private func tap(_ interaction: MessageInteraction) {
        let message = interaction.message
        if interaction.part == ContentView.foldRegion || interaction.cell == nil && isFolded(message.id) {
            return tell(.viewInFullRequested(message))
        }
        if let link = interaction.link { return tell(.openRequested(url: link, message)) }
        if interaction.part == ContentView.quoteRegion, message.replyTo != nil { return jumpToQuoted(of: message.id) }
        switch message.content {
        case .image, .audio, .video, .file, .link:
            if let url = MessageTexts.links(message.content).first { return tell(.openRequested(url: url, message)) }
        case .text(let text):
            let links = MessageTexts.links(inText: text.text)
            if links.count == 1, links[0] == text.text { return tell(.openRequested(url: links[0], message)) }
        default: break
        }
        if message.replyTo != nil { return jumpToQuoted(of: message.id) }
        tell(.viewInFullRequested(message))
    }
}
