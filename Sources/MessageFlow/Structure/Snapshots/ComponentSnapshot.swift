public import Cells

/// The layout of one component of one message, as it is kept: its size, and its solved box tree if it has one.
public struct ComponentSnapshot: Sendable, Hashable {
    /// The size in cells.
    public let size: Size
    /// Wrapped lines and hit regions; `nil` for views that draw themselves.
    public let layout: BoxLayout?

    /// Makes a snapshot.
    public init(size: Size, layout: BoxLayout? = nil) {
        self.size = size
        self.layout = layout
    }
}
