public import Cells

/// A solved box tree: every run at its cell, and the parts that a hit test can tell. Immutable.
public struct BoxLayout: Sendable, Hashable {
    /// A part of the picture that a pointer or a key can act on.
    public struct Region: Sendable, Hashable {
        /// Its cells, relative to the component.
        public let rect: Rect
        /// What it is.
        public let target: HitTarget
    }

    /// The size in cells.
    public internal(set) var size: Size
    /// The runs of each row, from left to right.
    public internal(set) var rows: [[PlacedRun]]
    /// Named parts; links are found by their runs.
    public internal(set) var regions: [Region]

    /// Nothing.
    public static let empty = BoxLayout(size: .zero, rows: [], regions: [])

    /// What stands at a cell relative to the component: a link, or the innermost named part.
    public func target(at point: Point) -> HitTarget? {
        if rows.indices.contains(point.y) {
            for placed in rows[point.y] where point.x >= placed.x && point.x < placed.x + placed.width {
                if let link = placed.run.link { return .link(link) }
            }
        }
        return regions.first { $0.rect.contains(point) }?.target
    }

    /// Paints the rows inside the clip. O(visible rows).
    public func draw(
        into buffer: inout CellBuffer, region: Rect, clip: Rect, style: FlowStyle, policy: WidthPolicy
    ) {
        let area = region.intersection(clip).intersection(buffer.bounds)
        guard !area.isEmpty else { return }
        for y in area.y..<area.maxY where rows.indices.contains(y - region.y) {
            for placed in rows[y - region.y] {
                let x = region.x + placed.x
                guard x < area.maxX, x + placed.width > area.x else { continue }
                var look = style.style(of: placed.run.role).adding(placed.run.attributes)
                if let link = placed.run.link { look.link = buffer.link(to: link.url) }
                buffer.write(
                    placed.run.text, x: x, y: y, style: look, policy: policy, minX: area.x, maxX: area.maxX)
            }
        }
    }
}

/// What a hit test found inside a component.
public enum HitTarget: Sendable, Hashable {
    /// A hyperlink.
    case link(LinkTarget)
    /// A part named by the view.
    case named(String)
}
