internal import CNcurses
public import Cells
internal import Glibc

/// The terminal in front of us, through ncurses; the only owner of its modes.
///
/// The modes are restored by `quit` (and by `deinit`, if it runs), by `suspend`, by `restoreTerminal` before any exit,
/// and by handlers of SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT and SIGFPE. Signals are otherwise the program's: it
/// calls `updateSize` at SIGWINCH, `suspend` before it stops and `resume` when it goes on.
///
/// One at a time. Bytes are read from `inputDescriptor`, which must stay blocking: input and output are one open file.
public final class CursesScreen: TerminalBackend {
    /// The terminal's size in cells.
    public private(set) var size: Size
    /// Where keys are read.
    public let inputDescriptor: Int32
    /// How many colours are used.
    public let colorDepth: ColorDepth
    /// The key strings of the terminal's description, for `InputDecoder`.
    public let keyStrings: [[UInt8]: KeyPress]
    /// Whether frames are wrapped in mode 2026, once the terminal said that it knows it.
    public var usesSynchronizedOutput = false
    /// Whether the terminal was told to count clusters (mode 2027); told again after a suspend.
    public var usesClusterMode = false {
        didSet { if usesClusterMode, !oldValue { output.write("\u{1B}[?2027h".utf8) } }
    }
    /// Whether the terminal shows characters of the newest Unicode; where it drops them, U+FFFD stands for them.
    public var showsNewest: Bool {
        get { overlay?.dropsUnknown != true }
        set {
            guard overlay != nil, newValue != showsNewest else { return }
            overlay?.dropsUnknown = !newValue
            invalidate()
        }
    }
    /// Whether the clipboard can be reached through the terminal.
    public var takesClipboard: Bool { options.isGraphical }
    /// Whether the terminal may be asked what it can do: a graphical one that speaks ECMA-48. A console would print
    /// such questions.
    public var canBeAsked: Bool { overlay != nil && options.isGraphical }

    private let options: TerminalOptions
    private var screen: OpaquePointer?
    private var output: TerminalOutput
    private var pairs: PairTable
    private var overlay: OverlayPainter?
    /// What clears the screen at the end, where there is no other one to go back to.
    private let clearing: [UInt8]
    /// What the terminal shows; `nil` when that is not known.
    private var shown: CellBuffer?
    private var shownCursor: Point?
    private var cursorHome = Point(x: 0, y: 0)
    private var isSuspended = false
    private var mouse = false
    /// The title that the window has from us.
    private var shownTitle: SafeText?
    /// What `readEvents` decodes with.
    lazy var eventDecoder = InputDecoder(keys: keyStrings)

    /// Changed rows from which ncurses may have moved others.
    private static let rowsToScroll = 3

    /// Takes the terminal. Nothing is changed when it throws.
    public init(_ options: TerminalOptions = .fromEnvironment()) throws(CursesError) {
        try Self.checkLocale()
        guard isatty(options.input) == 1, isatty(options.output) == 1 else { throw .notATerminal }
        guard let term = options.term, !term.isEmpty else { throw .terminalTypeMissing }
        guard cnc_lookup(term, options.output) == 1 else { throw .terminalTypeUnknown(term) }
        guard let address = cnc_string("cup") else { throw .terminalTypeTooSimple(term) }
        let isStandard = address[0] == 0x1B && address[1] == 0x5B

        let output = TerminalOutput(descriptor: options.output)
        let restoring = Array((isStandard ? Self.leaving(options) : "").utf8) + Self.ending()
        guard cnc_arm(options.output, restoring.map { CChar(bitPattern: $0) }, restoring.count) == 0 else {
            throw .driver(errno)
        }
        if isStandard { output.write(((options.hasTitle ? Self.puttingTitleBy : "") + Self.entering).utf8) }
        guard let screen = cnc_open(term, options.input, options.output) else {
            cnc_restore()
            throw .refused(term)
        }
        self.options = options
        self.output = output
        self.screen = screen
        inputDescriptor = options.input
        let depth = ColorDepth.detect(
            colors: cnc_pairs(screen) == 0 ? 0 : Int(cnc_number("colors")), colorTerm: options.colorTerm,
            noColor: options.noColor)
        colorDepth = depth
        keyStrings = KeyCapabilities.strings()
        pairs = PairTable(limit: Int(cnc_pairs(screen)))
        clearing = Self.clearing()
        overlay = isStandard ? OverlayPainter(depth: depth, hasLinks: options.isGraphical) : nil
        size = Self.driverSize(options.output) ?? Self.describedSize()
        cnc_resize(screen, Int32(size.height), Int32(size.width))
    }

    deinit { quit() }

    /// Gives the terminal back for good. May be called more than once.
    public func quit() {
        guard let screen else { return }
        self.screen = nil
        if !isSuspended { cnc_leave(screen) }
        cnc_close(screen)
        giveBack()
    }

    /// Restores whatever terminal is taken, at once and with nothing but `write` and `tcsetattr`: before an exit that
    /// does not pass by `quit`, also from a signal handler. Does nothing a second time.
    public static func restoreTerminal() { cnc_restore() }

    /// Gives the terminal back for a while, in the modes it was found in.
    public func suspend() {
        guard let screen, !isSuspended else { return }
        cnc_leave(screen)
        giveBack()
        isSuspended = true
    }

    /// Takes it again; its size may be another one then. The next `draw` paints everything.
    public func resume() {
        guard screen != nil else { return }
        isSuspended = false
        output.isOpen = true
        let restoring = Array((overlay == nil ? "" : Self.leaving(options)).utf8) + Self.ending()
        _ = cnc_arm(options.output, restoring.map { CChar(bitPattern: $0) }, restoring.count)
        if options.hasTitle { output.write(Self.puttingTitleBy.utf8) }
        takeModes()
    }

    /// Takes the modes again after something else may have changed them: the process was stopped where it could not
    /// give the terminal back (SIGSTOP), and was continued. The next `draw` paints everything.
    public func reassert() {
        if !isSuspended { takeModes() }
    }

    private func takeModes() {
        guard let screen else { return }
        cnc_enter(screen)
        if overlay != nil { output.write(Self.entering.utf8) }
        if mouse { setMouse(true) }
        if usesClusterMode { output.write("\u{1B}[?2027h".utf8) }
        updateSize()
        invalidate()
    }

    private func giveBack() {
        if overlay != nil { output.write(Self.leaving(options).utf8) }
        // Without a screen of its own the shell would go on in the middle of ours.
        output.write(clearing)
        shownTitle = nil
        output.isOpen = false
        cnc_disarm()
    }

    /// Asks the terminal driver for the size, as after SIGWINCH; tells whether it is another one.
    @discardableResult
    public func updateSize() -> Bool {
        guard let screen, !isSuspended, let now = Self.driverSize(options.output), now != size else { return false }
        size = now
        cnc_resize(screen, Int32(now.height), Int32(now.width))
        invalidate()
        return true
    }

    /// Reads what was typed, without waiting.
    public func read() -> InputRead {
        var ready = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) > 0 else { return .nothing }
        var buffer = [UInt8](repeating: 0, count: 16384)
        let count = buffer.withUnsafeMutableBytes { Glibc.read(inputDescriptor, $0.baseAddress, $0.count) }
        if count > 0 { return .bytes(Array(buffer[..<count])) }
        if count < 0, errno == EINTR || errno == EAGAIN { return .nothing }
        return .end
    }

    /// Shows a frame, cut to the size; `cursor` is where the cursor stands afterwards, `nil` hides it. Writes what
    /// changed, and nothing if nothing did. O(cells).
    public func draw(_ frame: CellBuffer, cursor: Point?) {
        guard let screen, !isSuspended, size.width > 0, size.height > 0 else { return }
        var next = frame
        if frame.size != size {
            next = CellBuffer(size: size)
            next.blit(frame, from: frame.bounds, to: Point(x: 0, y: 0))
        }
        let cursor = cursor.flatMap { next.bounds.contains($0) ? $0 : nil }
        let runs: [CellBuffer.Run]
        if let shown {
            runs = next.changes(from: shown)
            if runs.isEmpty, cursor == shownCursor { return }
        } else {
            cnc_repaint(screen)
            runs = next.changes(from: CellBuffer(size: .zero))
        }
        for run in runs { paint(run) }
        let from = cursorHome
        if let cursor { cursorHome = cursor }
        cursorHome = Point(x: min(cursorHome.x, size.width - 1), y: min(cursorHome.y, size.height - 1))

        if usesSynchronizedOutput { output.write("\u{1B}[?2026h".utf8) }
        cnc_update(screen, Int32(cursorHome.y), Int32(cursorHome.x), cursor == nil ? 0 : 1)
        if let overlay {
            // ncurses may have gone over any cell of a row that it touched, be it only with the cursor; and where it
            // scrolled, rows have moved that are as they were.
            let touched = Set(runs.map(\.origin.y) + [from.y, cursorHome.y])
            let rows = touched.count >= Self.rowsToScroll ? Array(0..<size.height) : touched.sorted()
            let bytes = overlay.bytes(rows: rows, of: next, cursor: cursorHome)
            if !bytes.isEmpty { output.write(bytes.utf8) }
        }
        if usesSynchronizedOutput { output.write("\u{1B}[?2026l".utf8) }
        shown = next
        shownCursor = cursor
    }

    /// Forgets what is on the terminal, so that the next `draw` paints everything.
    public func invalidate() { shown = nil }

    /// Sets the window's title, where the terminal has one; the one before comes back at the end.
    public func setTitle(_ title: SafeText) {
        guard options.hasTitle, !isSuspended, title != shownTitle else { return }
        shownTitle = title
        output.write(SequenceWriter.title(title).utf8)
    }

    /// Rings.
    public func bell() { output.write([0x07]) }

    /// Copies exact bytes to the user's clipboard (OSC 52), where the terminal takes it.
    public func copyToClipboard(_ text: String) {
        guard options.isGraphical else { return }
        output.write(SequenceWriter.clipboard(text, isInsideTmux: options.isInsideTmux).utf8)
    }

    /// Has the mouse reported (buttons, drags, wheel) or left to the terminal, as it is at first.
    public func setMouse(_ on: Bool) {
        mouse = on
        guard overlay != nil else { return }
        output.write((on ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l").utf8)
    }

    /// Asks the terminal what it can do; the answers come as `TerminalReply`.
    public func ask(_ question: TerminalProbe.Question) {
        if canBeAsked, !isSuspended { output.write(question.sequence.utf8) }
    }

    /// Has the next `draw` paint a row anew: something else was written there.
    public func spoil(row: Int) {
        guard let screen, var known = shown, (0..<size.height).contains(row) else { return }
        cnc_repaint_row(screen, Int32(row))
        // No frame has such a link, so that the whole row counts as changed.
        known.fill(Rect(x: 0, y: row, width: known.size.width, height: 1), style: Style(link: .max))
        shown = known
    }

    /// Shows a notification on the desktop, where the terminal understands it.
    public func notify(_ notification: DesktopNotification, by protocol: DesktopNotification.Transport) {
        guard options.isGraphical else { return }
        output.write(
            SequenceWriter.notification(notification, by: `protocol`, isInsideTmux: options.isInsideTmux).utf8)
    }

    private func paint(_ run: CellBuffer.Run) {
        guard let screen else { return }
        var x = run.origin.x
        for cell in run.cells where cell.width > 0 {
            let style = cell.style
            let pair = pairs.number(
                colorDepth.index(of: style.foreground), colorDepth.index(of: style.background), on: screen)
            var attributes = Int32(style.attributes.rawValue & 0x1F)
            // What is painted over is no blank to ncurses: whatever comes there next, it paints.
            if overlay?.isNeeded(for: cell) == true { attributes |= Int32(CNC_MARK) }
            let row = Int32(run.origin.y)
            if OverlayPainter.isNatural(cell) || overlay == nil {
                let scalars = cell.cluster.unicodeScalars.map(\.value)
                cnc_put(screen, row, Int32(x), scalars, Int32(scalars.count), attributes, pair)
            } else {
                for column in x..<x + Int(cell.width) {
                    cnc_put(screen, row, Int32(column), [0x20], 1, attributes, pair)
                }
            }
            x += Int(cell.width)
        }
    }
}
