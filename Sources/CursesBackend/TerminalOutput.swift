internal import Glibc

/// The one place where the screen's own bytes go to the terminal; ncurses has flushed its own before.
struct TerminalOutput {
    let descriptor: Int32
    /// Between suspend and quit nothing may be written.
    var isOpen = true

    /// Writes all bytes. A terminal that is gone takes none; the loop learns that from its input.
    func write(_ bytes: some Collection<UInt8>) {
        guard isOpen else { return }
        var rest = ArraySlice(Array(bytes))
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody made the terminal non-blocking; a second is more than any terminal needs.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&wait, 1, 1000) <= 0 { return }
            } else if errno != EINTR {
                return
            }
        }
    }
}
