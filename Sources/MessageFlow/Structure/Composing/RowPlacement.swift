import Cells

/// Puts the components of a row at their cells. `measure` answers a component's layout for a number of columns, or
/// `nil` if it is not part of the row.
struct RowPlacement {
    typealias Measure = (_ component: MessageComponent, _ fittingWidth: Int) -> ComponentSnapshot?

    let geometry: RowGeometry
    let metrics: FlowMetrics
    let structure: MessageStructure
    let isOwn: Bool

    /// A component at its place.
    struct Placed {
        let component: MessageComponent
        let fittingWidth: Int
        let snapshot: ComponentSnapshot
        let rect: Rect
    }

    /// The components from top to bottom; the content comes before the accessory, whose rectangle may reach under it.
    func place(_ measure: Measure) -> [Placed] {
        var placed: [Placed] = []
        var y = 0
        if let timeline = measure(.timeline, geometry.width) {
            add(.timeline, geometry.width, timeline, x: 0, y: y, to: &placed)
            y += timeline.size.height
        }
        switch structure.arrangement {
        case .conversation: placeConversation(from: y, measure, to: &placed)
        case .notice: placeNotice(from: y, measure, to: &placed)
        }
        return placed
    }

    private func placeNotice(from top: Int, _ measure: Measure, to placed: inout [Placed]) {
        let margin = geometry.width >= metrics.avatarMinimumWidth ? max(0, metrics.indent) : 0
        var y = top
        for component in [MessageComponent.sender, .content, .accessory] {
            let width = fitting(component, left: margin, limit: geometry.width - 2 * margin)
            guard let snapshot = measure(component, width) else { continue }
            let x = column(component, snapshot, left: margin, usual: .center)
            add(component, width, snapshot, x: x, y: y, to: &placed)
            y += snapshot.size.height
        }
    }

    private func placeConversation(from top: Int, _ measure: Measure, to placed: inout [Placed]) {
        let usual: Box.HorizontalAlignment = geometry.isTrailing ? .trailing : .leading
        var y = top
        let avatarWidth = min(max(1, metrics.avatarWidth), geometry.width)
        if let avatar = measure(.avatar, avatarWidth) {
            add(.avatar, avatarWidth, avatar, x: 0, y: y, to: &placed)
        }
        let senderWidth = fitting(.sender, left: geometry.indent, limit: geometry.width - geometry.indent)
        if let sender = measure(.sender, senderWidth) {
            let x = column(.sender, sender, left: geometry.indent, usual: usual)
            add(.sender, senderWidth, sender, x: x, y: y, to: &placed)
            y += sender.size.height
        }
        let accessoryWidth = fitting(.accessory, left: geometry.indent, limit: geometry.width - geometry.indent)
        let accessory = measure(.accessory, accessoryWidth)
        let left = geometry.isTrailing ? ownIndent : geometry.indent
        var limit = geometry.width - left
        var isBeside = false
        if let accessory, isOwn, geometry.accessoryIsBeside {
            let beside = limit - firstRowWidth(of: accessory) - max(0, metrics.accessoryGap)
            if beside * 2 >= geometry.width - left {
                limit = beside
                isBeside = true
            }
        }
        let contentWidth = fitting(.content, left: left, limit: limit)
        if let content = measure(.content, contentWidth) {
            let right = geometry.width - left - limit
            let x = column(.content, content, left: left, right: right, usual: usual)
            add(.content, contentWidth, content, x: x, y: y, to: &placed)
            y += content.size.height
            if isBeside { y -= 1 }
        }
        guard let accessory else { return }
        let x = column(.accessory, accessory, left: geometry.indent, usual: isOwn ? .trailing : .leading)
        add(.accessory, accessoryWidth, accessory, x: x, y: y, to: &placed)
    }

    /// Columns kept free before own messages at the right, so that both sides can be told apart.
    private var ownIndent: Int {
        guard geometry.accessoryIsBeside, metrics.ownMarginDivisor > 0 else { return geometry.indent }
        return max(geometry.indent, geometry.width / metrics.ownMarginDivisor)
    }

    private func firstRowWidth(of snapshot: ComponentSnapshot) -> Int {
        guard let row = snapshot.layout?.rows.first, let first = row.first else { return snapshot.size.width }
        return snapshot.size.width - first.x
    }

    private func fitting(_ component: MessageComponent, left: Int, limit: Int) -> Int {
        let configuration = structure.components[component]
        var width = limit
        if let indent = configuration?.indent { width -= max(0, indent) - left }
        if let most = configuration?.maxWidth { width = min(width, most) }
        return max(1, min(width, geometry.width))
    }

    private func column(
        _ component: MessageComponent, _ snapshot: ComponentSnapshot, left: Int, right: Int = 0,
        usual: Box.HorizontalAlignment
    ) -> Int {
        let configuration = structure.components[component]
        let left = configuration?.indent.map { max(0, $0) } ?? left
        let room = geometry.width - left - right - snapshot.size.width
        let x: Int
        switch configuration?.alignment ?? usual {
        case .leading: x = left
        case .center: x = left + max(0, room) / 2
        case .trailing: x = left + max(0, room)
        }
        return max(0, min(x, geometry.width - snapshot.size.width))
    }

    private func add(
        _ component: MessageComponent, _ fittingWidth: Int, _ snapshot: ComponentSnapshot, x: Int, y: Int,
        to placed: inout [Placed]
    ) {
        let rect = Rect(x: x, y: y, width: snapshot.size.width, height: snapshot.size.height)
        placed.append(Placed(component: component, fittingWidth: fittingWidth, snapshot: snapshot, rect: rect))
    }
}
