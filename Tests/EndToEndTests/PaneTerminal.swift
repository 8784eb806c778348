import Glibc

/// The terminal of a tmux pane in which nothing but a sleep runs, held by the test itself: bytes go straight to tmux, and
/// what tmux answers comes back.
final class PaneTerminal {
    let descriptor: Int32

    /// Takes the terminal's pane, in which nothing runs any more that reads.
    convenience init(of terminal: TmuxTerminal) throws {
        try terminal.command("exec sleep 1000")
        // The shell must have let go of the terminal's modes and input.
        try terminal.wait("the sleep") { _ in try terminal.fact("pane_current_command") == "sleep" }
        try self.init(path: try terminal.fact("pane_tty"))
    }

    /// Takes the terminal by the name of its device.
    init(path: String) throws {
        descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TmuxTerminal.Failure(description: "no terminal at \(path)") }
        var modes = termios()
        tcgetattr(descriptor, &modes)
        cfmakeraw(&modes)
        tcsetattr(descriptor, TCSANOW, &modes)
    }

    deinit { close(descriptor) }

    /// Writes bytes.
    func write(_ bytes: [UInt8]) throws {
        var at = 0
        while at < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + at, bytes.count - at) }
            guard count > 0 || errno == EINTR else {
                throw TmuxTerminal.Failure(description: "the pane takes nothing (errno \(errno))")
            }
            at += max(0, count)
        }
    }

    /// Writes texts, each from the first column on and followed by the question where the cursor stands; answers the
    /// columns.
    func columns(of texts: some Sequence<[UInt8]>) throws -> [Int] {
        var all: [Int] = []
        var question: [UInt8] = []
        var asked = 0
        for text in texts {
            question.append(0x0D)
            question += text
            // A joiner would take what comes next to itself, also on the other side of the line.
            question += [0x1B, 0x5B, 0x36, 0x6E, 0xC3, 0xA9]
            asked += 1
            // So many answers fit into the terminal's queue.
            if asked == 256 {
                try write(question)
                try read(asked, into: &all)
                question.removeAll(keepingCapacity: true)
                asked = 0
            }
        }
        try write(question)
        try read(asked, into: &all)
        return all
    }

    /// Reads so many cursor positions, `ESC [ row ; column R`.
    private func read(_ count: Int, into columns: inout [Int]) throws {
        let wanted = columns.count + count
        var buffer = [UInt8](repeating: 0, count: 8192)
        var number = 0
        while columns.count < wanted {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 10_000) > 0 else {
                throw TmuxTerminal.Failure(description: "tmux answered \(columns.count) of \(wanted) questions")
            }
            let length = Glibc.read(descriptor, &buffer, buffer.count)
            for byte in buffer[..<max(0, length)] {
                switch byte {
                case 0x30...0x39: number = number * 10 + Int(byte - 0x30)
                case 0x52: columns.append(number - 1)
                default: number = 0
                }
            }
        }
    }
}
