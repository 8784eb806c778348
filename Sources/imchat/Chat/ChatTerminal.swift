import Cells
import CursesBackend

/// What the client needs of the terminal: one that paints, or one that only prints lines.
protocol ChatTerminal: TerminalBackend {
    var inputDescriptor: Int32 { get }
    var colorDepth: ColorDepth { get }
    var keyStrings: [[UInt8]: KeyPress] { get }
    var usesSynchronizedOutput: Bool { get set }
    var usesClusterMode: Bool { get set }
    var showsNewest: Bool { get set }
    var takesClipboard: Bool { get }
    var canBeAsked: Bool { get }
    func read() -> InputRead
    func updateSize() -> Bool
    func reassert()
    func setMouse(_ on: Bool)
    func ask(_ question: TerminalProbe.Question)
    func spoil(row: Int)
    func notify(_ notification: DesktopNotification, by protocol: DesktopNotification.Transport)
    func quit()
}

extension CursesScreen: ChatTerminal {}
