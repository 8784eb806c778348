public import Cells

/// Checks a view class and its size strategy against the laws of `MessageLayoutSizeStrategy`. For tests of programs that
/// add views of their own.
public enum SizeStrategyLaws {
    /// A law that was broken, and how.
    public enum Violation: Sendable, Hashable {
        /// The size is wider than asked.
        case tooWide(size: Size, fittingWidth: Int)
        /// The size has no column or no row.
        case empty(size: Size, fittingWidth: Int)
        /// The same question was answered in two ways.
        case unstable(first: Size, second: Size)
        /// A cell outside of the size was painted, or would have been but for the clip; relative to the component.
        case paintsOutside(Point, size: Size)
    }

    /// The laws that a view class breaks for a context at some widths; none if all is well. The strategy is the class's
    /// own unless another is given.
    public static func violations(
        of type: MessageView.Type, context: MessageViewContext, widths: some Sequence<Int>,
        strategy: (any MessageLayoutSizeStrategy)? = nil
    ) -> [Violation] {
        widths.flatMap { violations(of: type, context: context, width: max(1, $0), strategy: strategy) }
    }

    private static func violations(
        of type: MessageView.Type, context: MessageViewContext, width: Int,
        strategy given: (any MessageLayoutSizeStrategy)?
    ) -> [Violation] {
        let fitting = Size(width: width, height: .max)
        let strategy =
            given ?? type.createSizeStrategy(message: context.message, fittingSize: fitting, context: context)
            ?? AutoLayoutSizeStrategy()
        let view = type.init()
        view.show(context)
        let snapshot = strategy.measure(view, context: context, fittingSize: fitting)
        let size = snapshot.size
        var found: [Violation] = []
        if size.width > width { found.append(.tooWide(size: size, fittingWidth: width)) }
        if size.width < 1 || size.height < 1 { found.append(.empty(size: size, fittingWidth: width)) }
        let again = type.init()
        again.show(context)
        for second in [
            strategy.calculateSize(of: view, context: context, fittingSize: fitting),
            strategy.calculateSize(of: again, context: context, fittingSize: fitting),
        ] where second != size { found.append(.unstable(first: size, second: second)) }
        if let layout = snapshot.layout { found += overflow(of: layout, size: size) }
        guard found.isEmpty else { return found }
        view.snapshot = snapshot
        return painted(view, size: size)
    }

    private static func overflow(of layout: BoxLayout, size: Size) -> [Violation] {
        for (y, row) in layout.rows.enumerated() {
            for placed in row where placed.x < 0 || placed.x + placed.width > size.width || y >= size.height {
                return [.paintsOutside(Point(x: placed.x + placed.width - 1, y: y), size: size)]
            }
        }
        return []
    }

    /// Draws on a larger grid with no clip to help, and looks for cells outside of the region.
    private static func painted(_ view: MessageView, size: Size) -> [Violation] {
        let margin = 3
        let height = min(size.height, 2000)
        let untouched = CellBuffer(size: Size(width: size.width + 2 * margin, height: height + 2 * margin))
        var buffer = untouched
        let region = Rect(x: margin, y: margin, width: size.width, height: size.height)
        view.draw(into: &buffer, region: region, clip: buffer.bounds, style: .standard)
        for y in 0..<buffer.size.height {
            for x in 0..<buffer.size.width
            where !region.contains(Point(x: x, y: y)) && buffer[x, y] != untouched[x, y] && size.height == height {
                return [.paintsOutside(Point(x: x - margin, y: y - margin), size: size)]
            }
        }
        return []
    }
}
