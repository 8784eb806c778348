public import Cells
public import IMModel

/// Where the components of one row stand, relative to the row's top left cell. Immutable.
public struct RowLayout: Sendable, Hashable {
    /// Where one component stands.
    public struct Frame: Sendable, Hashable {
        /// Which component.
        public let component: MessageComponent
        /// Its cells, relative to the row.
        public let rect: Rect

        /// Makes a frame.
        public init(component: MessageComponent, rect: Rect) {
            self.component = component
            self.rect = rect
        }
    }

    /// The message of the row.
    public let messageID: MessageID
    /// The width that it was laid out for, in columns.
    public let width: Int
    /// Rows of cells, 1 or more.
    public let height: Int
    /// The visible components.
    public let frames: [Frame]

    /// Makes a layout; the height is at least 1.
    public init(messageID: MessageID, width: Int, height: Int, frames: [Frame]) {
        self.messageID = messageID
        self.width = width
        self.height = max(1, height)
        self.frames = frames
    }

    /// The component at a point relative to the row.
    public func component(at point: Point) -> MessageComponent? {
        frames.first { $0.rect.contains(point) }?.component
    }
}
