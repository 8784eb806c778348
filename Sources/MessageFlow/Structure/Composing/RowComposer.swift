public import Cells
public import IMModel

/// Turns messages into rows: asks the registry for the structure, the strategies for sizes, keeps the layouts as
/// snapshots, and draws with pooled views. One per message list; lives on the loop's thread.
///
/// Everything it was made with can be changed while it runs. A change of colours alone keeps the layouts; any other
/// drops them, and the list must lay its rows out again.
public final class RowComposer: RowComposing {
    /// Message types and what their rows are built of.
    public var registry: MessageStructureRegistry { didSet { forgetLayouts() } }
    /// The session's configuration.
    public var configuration: SessionConfiguration {
        didSet {
            cache.resize(limit: configuration.snapshotLimit)
            forgetLayouts()
        }
    }
    /// The theme. Colours are no part of a layout; other measures are laid out anew beside the ones kept.
    public var style: FlowStyle { didSet { if style.metrics != oldValue.metrics { renew() } } }
    /// How columns are counted on the terminal in front of us; rows of another policy are kept beside the ones in use.
    public var policy: WidthPolicy { didSet { if policy != oldValue { renew() } } }
    /// The words.
    public var strings: FlowStrings { didSet { forgetLayouts() } }

    private var cache: LayoutSnapshotCache
    private var pool = MessageViewPool()
    /// The rows drawn last, for as long as they are on the screen.
    private var arranged: [MessageID: RowArrangement] = [:]
    private var surroundings: RowSurroundings
    /// The measures seen so far, by number.
    private var metricsNumbers: [FlowMetrics: Int] = [:]
    private var metricsNumber = 0
    private var revision = 0
    private var computed = 0
    private var nonsenseSizes = 0

    /// Makes a composer; the defaults are those of a modern terminal, in English.
    public init(
        registry: MessageStructureRegistry = .standard, configuration: SessionConfiguration = SessionConfiguration(),
        style: FlowStyle = .standard, policy: WidthPolicy = .perCluster, strings: FlowStrings = .english
    ) {
        self.registry = registry
        self.configuration = configuration
        self.style = style
        self.policy = policy
        self.strings = strings
        cache = LayoutSnapshotCache(limit: configuration.snapshotLimit)
        surroundings = RowSurroundings(
            configuration: configuration, metrics: style.metrics, strings: strings, policy: policy)
        metricsNumbers[style.metrics] = 0
    }

    /// What the layouts have cost so far.
    public var counters: LayoutCounters {
        var counters = cache.counters
        counters.computed = computed
        counters.nonsenseSizes = nonsenseSizes
        return counters
    }

    /// Views alive now, those that only measure left aside. Bounded by what is on the screen.
    public var viewCount: Int { pool.count }

    /// Messages with a kept layout.
    public var snapshotCount: Int { cache.count }

    /// Lays out a row for a width in columns (1 or more), from snapshots where there are any.
    public func layout(_ context: RowContext, width: Int) -> RowLayout { arrange(context, width: width).layout }

    /// Draws a row with its top left cell at `origin`; paints only inside the layout's cells and the clip.
    public func draw(
        _ layout: RowLayout, _ context: RowContext, into buffer: inout CellBuffer, at origin: Point, clip: Rect,
        highlight: RowHighlight
    ) {
        let whole = Rect(x: origin.x, y: origin.y, width: layout.width, height: layout.height)
        let area = whole.intersection(clip).intersection(buffer.bounds)
        guard !area.isEmpty else { return }
        let row = currentArrangement(context, width: layout.width)
        arranged[context.message.id] = row
        for frame in layout.frames {
            guard let part = row.parts.first(where: { $0.component == frame.component }) else { continue }
            let region = frame.rect.offset(x: origin.x, y: origin.y)
            let visible = region.intersection(area)
            guard !visible.isEmpty else { continue }
            let view = view(for: part, in: row)
            view.draw(into: &buffer, region: region, clip: visible, style: style(for: part.configuration))
        }
        guard !highlight.isEmpty else { return }
        // The lines above a message are no part of what is chosen.
        let above = layout.frames.first { $0.component == .timeline }?.rect.maxY ?? 0
        let chosen = Rect(x: whole.x, y: whole.y + above, width: whole.width, height: whole.height - above)
        buffer.restyle(chosen.intersection(area)) { style.highlighted($0, highlight) }
        if highlight.contains(.marked) { drawMark(row, into: &buffer, at: origin, clip: area, highlight: highlight) }
    }

    /// Tells which messages have a row on the screen now; views of all others go back to the pool.
    public func show(only visible: Set<MessageID>) {
        pool.keep(only: visible)
        arranged = arranged.filter { visible.contains($0.key) }
    }

    /// Forgets kept layouts of one message, or all with `nil`.
    public func clearSnapshots(of message: MessageID?) {
        guard let message else {
            cache.clearAll()
            arranged.removeAll()
            return
        }
        cache.clear(message: message)
        arranged[message] = nil
    }

    /// Forgets kept layouts of one session.
    public func clearSnapshots(ofSession session: SessionID) {
        cache.clear(session: session)
        arranged = arranged.filter { $0.value.context.message.session != session }
    }

    /// Whether the built-in menu may act on a component of a row.
    public func canPerformMenuAction(on component: MessageComponent, of context: RowContext) -> Bool {
        let structure = registry.structure(of: context.message.type, in: context.message.session)
        guard let type = structure.components[component]?.viewType else { return false }
        return pool.measuringView(type).canPerformMenuAction
    }

    /// All that a view is told of a row of a width: for tests of views and strategies, see `SizeStrategyLaws`.
    public func viewContext(of context: RowContext, width: Int) -> MessageViewContext {
        let structure = registry.structure(of: context.message.type, in: context.message.session)
        let facts = facts(of: context)
        return MessageViewContext(
            row: context, facts: facts, geometry: geometry(width: width, structure: structure, facts: facts),
            surroundings: surroundings)
    }

    /// The link or named part at a point relative to the row's top left cell, for a layout of that row.
    public func target(at point: Point, of context: RowContext, in layout: RowLayout) -> HitTarget? {
        let row = currentArrangement(context, width: layout.width)
        for part in row.parts where part.rect.contains(point) {
            let inside = Point(x: point.x - part.rect.x, y: point.y - part.rect.y)
            if let target = part.snapshot.layout?.target(at: inside) { return target }
        }
        return nil
    }

    // MARK: - Laying out

    private func currentArrangement(_ context: RowContext, width: Int) -> RowArrangement {
        if let known = arranged[context.message.id] {
            let structure = registry.structure(of: context.message.type, in: context.message.session)
            let facts = facts(of: context)
            let geometry = geometry(width: width, structure: structure, facts: facts)
            if known.key == key(context, facts, geometry, .content, fittingWidth: geometry.width) { return known }
        }
        return arrange(context, width: width)
    }

    private func arrange(_ context: RowContext, width: Int) -> RowArrangement {
        let message = context.message
        let structure = registry.structure(of: message.type, in: message.session)
        let facts = facts(of: context)
        let geometry = geometry(width: width, structure: structure, facts: facts)
        let viewContext = MessageViewContext(
            row: context, facts: facts, geometry: geometry, surroundings: surroundings)
        let placement = RowPlacement(
            geometry: geometry, metrics: style.metrics, structure: structure, isOwn: facts.isOwn)
        let placed = placement.place { component, fittingWidth in
            guard let configuration = structure.components[component], configuration.visibility != .hidden,
                configuration.viewType.isVisible(in: viewContext)
            else { return nil }
            let key = self.key(context, facts, geometry, component, fittingWidth: fittingWidth)
            return measure(configuration, key, viewContext)
        }
        var parts: [RowArrangement.Part] = []
        for item in placed {
            guard let configuration = structure.components[item.component] else { continue }
            parts.append(
                RowArrangement.Part(
                    component: item.component, configuration: configuration,
                    key: key(context, facts, geometry, item.component, fittingWidth: item.fittingWidth),
                    snapshot: item.snapshot, rect: item.rect))
        }
        let layout = RowLayout(
            messageID: message.id, width: geometry.width, height: parts.reduce(1) { max($0, $1.rect.maxY) },
            frames: parts.map { RowLayout.Frame(component: $0.component, rect: $0.rect) })
        return RowArrangement(
            context: viewContext, key: key(context, facts, geometry, .content, fittingWidth: geometry.width),
            parts: parts, layout: layout)
    }

    private func measure(
        _ configuration: ComponentConfiguration, _ key: LayoutKey, _ context: MessageViewContext
    ) -> ComponentSnapshot {
        let isKept = self.configuration.snapshotComponents.contains(key.component)
        if isKept, let known = cache.snapshot(for: key) { return known }
        computed += 1
        let view = pool.measuringView(configuration.viewType)
        view.show(context)
        let fitting = Size(width: key.fittingWidth, height: .max)
        let strategy =
            configuration.sizeStrategy
            ?? configuration.viewType.createSizeStrategy(
                message: context.message, fittingSize: fitting, context: context) ?? AutoLayoutSizeStrategy()
        let answer = strategy.measure(view, context: context, fittingSize: fitting)
        let size = Size(
            width: min(max(1, answer.size.width), key.fittingWidth),
            height: min(max(1, answer.size.height), RowComposer.maximumHeight))
        if size != answer.size { nonsenseSizes += 1 }
        let snapshot = ComponentSnapshot(size: size, layout: answer.layout)
        if isKept { cache.insert(snapshot, for: key) }
        return snapshot
    }

    /// No component is higher; a strategy that says so is wrong.
    private static let maximumHeight = 1_000_000

    private func facts(of context: RowContext) -> RowFacts {
        RowFacts(context, configuration: configuration) { type in
            registry.structure(of: type, in: context.message.session).arrangement == .conversation
        }
    }

    private func geometry(width: Int, structure: MessageStructure, facts: RowFacts) -> RowGeometry {
        RowGeometry(
            width: width, metrics: style.metrics,
            isTrailing: facts.isOwn && configuration.ownMessagesAtRight && structure.arrangement == .conversation)
    }

    private func key(
        _ context: RowContext, _ facts: RowFacts, _ geometry: RowGeometry, _ component: MessageComponent,
        fittingWidth: Int
    ) -> LayoutKey {
        LayoutKey(
            session: context.message.session, message: context.message.id, version: context.message.version,
            quoted: context.quoted?.id, quotedVersion: context.quoted?.version ?? 0, facts: facts,
            component: component, fittingWidth: fittingWidth, rowWidth: geometry.width, policy: policy,
            metrics: metricsNumber, revision: revision)
    }

    private func forgetLayouts() {
        revision += 1
        cache.clearAll()
        arranged.removeAll()
        renew()
    }

    /// Takes the surroundings as they are now.
    private func renew() {
        surroundings = RowSurroundings(
            configuration: configuration, metrics: style.metrics, strings: strings, policy: policy)
        metricsNumber = metricsNumbers[style.metrics] ?? metricsNumbers.count
        metricsNumbers[style.metrics] = metricsNumber
    }

    // MARK: - Drawing

    private func view(for part: RowArrangement.Part, in row: RowArrangement) -> MessageView {
        let view = pool.view(
            part.configuration.viewType, message: row.context.message.id, component: part.component)
        if view.key != part.key {
            view.show(row.context)
            view.key = part.key
        }
        view.snapshot = part.snapshot
        return view
    }

    private func style(for configuration: ComponentConfiguration) -> FlowStyle {
        guard !configuration.roles.isEmpty else { return style }
        var changed = style
        changed.roles.merge(configuration.roles) { $1 }
        return changed
    }

    /// The sign of a chosen row, in the free columns before the content.
    private func drawMark(
        _ row: RowArrangement, into buffer: inout CellBuffer, at origin: Point, clip: Rect, highlight: RowHighlight
    ) {
        guard let content = row.parts.first(where: { $0.component == .content })?.rect, content.x >= 2,
            (clip.y..<clip.maxY).contains(origin.y + content.y)
        else { return }
        buffer.write(
            style.metrics.glyphs.marked, x: origin.x + content.x - 2, y: origin.y + content.y,
            style: style.highlighted(.plain, highlight), policy: policy, minX: clip.x,
            maxX: min(clip.maxX, origin.x + content.x))
    }
}
