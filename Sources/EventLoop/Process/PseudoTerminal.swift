internal import CPosix
internal import Glibc

/// A program on a terminal of our own, to see what it paints and how long it takes. Blocks; for measuring, not for a
/// loop. One that is let go of kills the program.
package final class PseudoTerminal {
    /// The process's number.
    package let processID: Int32
    /// Everything that the program has written so far.
    package private(set) var output: [UInt8] = []
    private let descriptor: Int32
    private var hasEnded = false

    /// Starts a program on a new terminal.
    ///
    /// - Parameters:
    ///   - executable: a path, or a name to look for in `$PATH`.
    ///   - arguments: without the program's own name.
    ///   - environment: `NAME=value`, the whole of it.
    package init(
        executable: String, arguments: [String], environment: [String], columns: Int, rows: Int
    ) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        let opened = cposix_open_terminal(Int32(columns), Int32(rows), &ends)
        guard opened == 0 else { throw SystemError(operation: "open a terminal", code: -opened) }
        let started = ArgumentVector.with([executable] + arguments) { argv in
            ArgumentVector.with(environment) { envp in
                cposix_spawn(executable, argv, envp, ends[1], ends[1], ends[1], 1)
            }
        }
        close(ends[1])
        guard started > 0 else {
            close(ends[0])
            throw SystemError(operation: "start", subject: executable, code: -started)
        }
        processID = started
        descriptor = ends[0]
        _ = cposix_set_nonblocking(descriptor, 1)
    }

    deinit {
        if !hasEnded {
            kill(processID, SIGKILL)
            _ = waitForEnd()
        }
        close(descriptor)
    }

    /// Types bytes.
    package func type(_ text: String) { try? StandardStreams.write(descriptor, text) }

    /// Reads until the output contains a text (as bytes), or the time is over; answers whether it does.
    package func wait(for text: String, atMost milliseconds: Int64) -> Bool {
        let wanted = Array(text.utf8)
        return read(atMost: milliseconds) { Self.contains(wanted, in: output) }
    }

    /// Reads for the program's end; answers its exit code (256 and more: a signal), `nil` if it still runs.
    package func waitForEnd(atMost milliseconds: Int64) -> Int32? {
        var status: Int32?
        _ = read(atMost: milliseconds) {
            status = reap()
            return status != nil
        }
        return status
    }

    private func read(atMost milliseconds: Int64, until condition: () -> Bool) -> Bool {
        let deadline = cposix_monotonic_milliseconds() + milliseconds
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while !condition() {
            let rest = deadline - cposix_monotonic_milliseconds()
            guard rest > 0 else { return false }
            // A terminal whose program has gone is always ready; the pause keeps its end from costing a core.
            if cposix_wait_for(descriptor, 0, Int32(min(rest, 20))) <= 0 { continue }
            let count = chunk.withUnsafeMutableBytes { cposix_read(descriptor, $0.baseAddress, UInt64($0.count)) }
            if count > 0 { output += chunk[..<Int(count)] } else { usleep(1_000) }
        }
        return true
    }

    private func reap() -> Int32? {
        var status: Int32 = 0
        guard !hasEnded, cposix_reap(processID, &status) != 0 else { return nil }
        hasEnded = true
        return status
    }

    private func waitForEnd() -> Int32? {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
        return status
    }

    private static func contains(_ wanted: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = wanted.first, bytes.count >= wanted.count else { return wanted.isEmpty }
        for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
            if bytes[start..<start + wanted.count].elementsEqual(wanted) { return true }
        }
        return false
    }
}
