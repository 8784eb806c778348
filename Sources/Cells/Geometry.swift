/// A cell position; columns and rows count from 0 at the top left.
public struct Point: Sendable, Hashable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int

    /// Makes a point.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A size in cells.
public struct Size: Sendable, Hashable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Nothing.
    public static let zero = Size(width: 0, height: 0)
}

/// A rectangle of cells.
public struct Rect: Sendable, Hashable {
    /// The leftmost column.
    public var x: Int
    /// The topmost row.
    public var y: Int
    /// Columns, not negative.
    public var width: Int
    /// Rows, not negative.
    public var height: Int

    /// Makes a rectangle; negative sizes become 0.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The column after the last.
    public var maxX: Int { x + width }
    /// The row after the last.
    public var maxY: Int { y + height }
    /// Its size.
    public var size: Size { Size(width: width, height: height) }
    /// Whether it has no cell.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// Whether the point lies inside.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
    }

    /// The part that both cover; empty where they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    /// The rectangle moved by so many cells.
    public func offset(x dx: Int, y dy: Int) -> Rect { Rect(x: x + dx, y: y + dy, width: width, height: height) }
}
