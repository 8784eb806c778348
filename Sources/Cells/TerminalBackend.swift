/// Where a `CellBuffer` goes to be seen. Implemented by `CursesBackend`'s screen and by the tests' `FakeTerminal`.
///
/// Laws: `draw` never paints outside `size`; after `draw(a)` then `draw(b)` the terminal shows `b` whole, whatever `a`
/// was; nothing is written between `suspend` and `resume`.
public protocol TerminalBackend: AnyObject {
    /// The terminal's size in cells.
    var size: Size { get }
    /// Shows a frame; `cursor` is where the real cursor stands afterwards, `nil` hides it. Writes only what changed.
    func draw(_ frame: CellBuffer, cursor: Point?)
    /// Forgets what is on the terminal, so that the next `draw` paints everything (Ctrl-L, after a resize).
    func invalidate()
    /// Sets the window title.
    func setTitle(_ title: SafeText)
    /// Rings.
    func bell()
    /// Copies exact bytes to the user's clipboard (OSC 52), base64 inside.
    func copyToClipboard(_ text: String)
    /// Gives the terminal back for a while, in the modes it was found in.
    func suspend()
    /// Takes it again.
    func resume()
}
