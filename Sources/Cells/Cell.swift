/// One cell of the grid.
public struct Cell: Sendable, Hashable {
    /// The grapheme cluster painted here; a space for an empty cell, empty for the second half of a wide one.
    public var cluster: String
    /// Columns that the cluster takes: 1 or 2; 0 marks the second half of a wide cell.
    public var width: UInt8
    /// How it looks.
    public var style: Style

    /// Makes a cell.
    public init(cluster: String, width: UInt8, style: Style) {
        self.cluster = cluster
        self.width = width
        self.style = style
    }

    /// An empty cell in the terminal's default look.
    public static let blank = Cell(cluster: " ", width: 1, style: .plain)
    /// The second half of a wide cell.
    public static func tail(_ style: Style) -> Cell { Cell(cluster: "", width: 0, style: style) }
}
