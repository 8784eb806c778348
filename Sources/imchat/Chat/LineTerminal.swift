import Cells
import CursesBackend
import Glibc

/// A terminal that can only print lines. None of its modes is touched: the driver edits what is typed, and Ctrl-C and
/// Ctrl-Z are signals.
final class LineTerminal: ChatTerminal {
    let inputDescriptor: Int32 = 0
    let colorDepth = ColorDepth.none
    let keyStrings: [[UInt8]: KeyPress] = [:]
    var usesSynchronizedOutput = false
    var usesClusterMode = false
    var showsNewest = true
    let takesClipboard = false
    let canBeAsked = false
    private(set) var size = Size(width: 80, height: 24)
    private var isSuspended = false
    /// The prompt that the cursor stands behind.
    private(set) var prompt: SafeText?

    /// Fails where input or output is no terminal.
    init() throws(CursesError) {
        guard isatty(0) == 1, isatty(1) == 1 else { throw .notATerminal }
        _ = updateSize()
    }

    func read() -> InputRead {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(inputDescriptor, &buffer, buffer.count)
        if count > 0 { return .bytes(Array(buffer[..<count])) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? .nothing : .end
    }

    /// Whether printing is for us: what a shell has put into the background must not print into what is there now.
    /// One that is gone, or nobody's, has no group.
    var isOurs: Bool {
        let group = tcgetpgrp(1)
        return !isSuspended && (group < 0 || group == getpgrp())
    }

    /// Prints lines, below the prompt where one stands.
    func print(_ lines: [SafeText]) {
        guard !lines.isEmpty else { return }
        write((prompt == nil ? "" : "\n") + lines.map { $0.string + "\n" }.joined())
        prompt = nil
    }

    /// Prints the prompt where it is not there already.
    func ask(_ wanted: SafeText) {
        guard prompt != wanted else { return }
        write((prompt == nil ? "" : "\n") + wanted.string)
        prompt = wanted
    }

    /// The user has ended a line: the cursor stands at the beginning of the next.
    func lineEntered() { prompt = nil }

    func updateSize() -> Bool {
        var driver = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &driver) == 0, driver.ws_col > 0, Int(driver.ws_col) != size.width else {
            return false
        }
        size.width = Int(driver.ws_col)
        return true
    }

    func suspend() { isSuspended = true }

    func resume() {
        isSuspended = false
        prompt = nil
    }

    func reassert() { prompt = nil }

    func quit() {
        if prompt != nil, !isSuspended { write("\n") }
        prompt = nil
    }

    func bell() { if !isSuspended { write("\u{07}") } }

    private func write(_ text: String) {
        var rest = ArraySlice(Array(text.utf8))
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    // What such a terminal cannot do.
    func draw(_ frame: CellBuffer, cursor: Point?) {}
    func invalidate() {}
    func setTitle(_ title: SafeText) {}
    func copyToClipboard(_ text: String) {}
    func setMouse(_ on: Bool) {}
    func ask(_ question: TerminalProbe.Question) {}
    func spoil(row: Int) {}
    func notify(_ notification: DesktopNotification, by protocol: DesktopNotification.Transport) {}
}
