public import Cells

/// A terminal of cells: what was drawn last, and a record of everything else that was asked of it.
public final class FakeTerminal: TerminalBackend {
    /// The size it claims; change it to resize.
    public var size: Size
    /// What is on the screen.
    public private(set) var screen: CellBuffer
    /// Where the cursor stands; `nil` while it is hidden.
    public private(set) var cursor: Point?
    /// How often a frame was drawn.
    public private(set) var drawCount = 0
    /// Cells that differed from the screen, in all draws since the start.
    public private(set) var cellsChanged = 0
    /// Cells that differed from the screen in the last draw.
    public private(set) var cellsChangedByLastDraw = 0
    /// The titles set, in order.
    public private(set) var titles: [SafeText] = []
    /// How often it rang.
    public private(set) var bellCount = 0
    /// What was copied, in order.
    public private(set) var clipboard: [String] = []
    /// Whether it was given back.
    public private(set) var isSuspended = false
    /// What was asked of it while it was given back; a law of the protocol says: nothing.
    public private(set) var writesWhileSuspended = 0
    /// Whether the next draw counts every cell.
    public private(set) var isInvalid = true

    /// Makes a blank terminal.
    public init(width: Int = 80, height: Int = 24) {
        size = Size(width: width, height: height)
        screen = CellBuffer(size: size)
    }

    /// Shows a frame, cut to the size.
    public func draw(_ frame: CellBuffer, cursor: Point?) {
        written()
        var next = CellBuffer(size: size)
        if frame.size == size { next = frame } else { next.blit(frame, from: frame.bounds, to: Point(x: 0, y: 0)) }
        cellsChangedByLastDraw =
            isInvalid ? size.width * size.height : next.changes(from: screen).reduce(0) { $0 + $1.cells.count }
        cellsChanged += cellsChangedByLastDraw
        isInvalid = false
        drawCount += 1
        screen = next
        self.cursor = cursor.flatMap { next.bounds.contains($0) ? $0 : nil }
    }

    /// Makes the next draw count every cell.
    public func invalidate() { isInvalid = true }

    /// Records a title.
    public func setTitle(_ title: SafeText) {
        written()
        titles.append(title)
    }

    /// Records a ring.
    public func bell() {
        written()
        bellCount += 1
    }

    /// Records what was copied.
    public func copyToClipboard(_ text: String) {
        written()
        clipboard.append(text)
    }

    /// Gives the terminal back.
    public func suspend() { isSuspended = true }

    /// Takes it again; its screen is unknown then.
    public func resume() {
        isSuspended = false
        isInvalid = true
    }

    private func written() { if isSuspended { writesWhileSuspended += 1 } }

    /// The screen as rows of text, without spaces at the ends of rows and without empty rows at the end.
    public var picture: String { screen.picture }
}
