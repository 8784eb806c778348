import Cells

/// A run at its place on a row of cells.
public struct PlacedRun: Sendable, Hashable {
    /// The first column.
    public var x: Int
    /// Columns it takes.
    public var width: Int
    /// What stands there.
    public var run: TextRun

    /// Makes a placed run.
    public init(x: Int, width: Int, run: TextRun) {
        self.x = x
        self.width = width
        self.run = run
    }
}
