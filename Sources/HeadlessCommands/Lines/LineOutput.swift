package import Cells
package import EventLoop
import Glibc

/// Lines on standard output or in a file, gathered into large writes. A reader that goes away ends the output quietly.
package final class LineOutput {
    /// Nothing can be written any more: nobody reads, or writing failed.
    package private(set) var isOver = false
    /// Why writing failed; `nil` when only the reader went away.
    package private(set) var failure: SystemError?

    /// What is written to, where it is a descriptor.
    private(set) var descriptor: Int32?

    private let sink: ([UInt8]) throws(SystemError) -> Void
    private var buffer: [UInt8] = []
    private static let bufferLimit = 65_536

    /// Writes to a descriptor; errors name `name`.
    package convenience init(descriptor: Int32, name: String = "standard output") {
        self.init { (bytes) throws(SystemError) in
            do throws(SystemError) {
                try StandardStreams.write(descriptor, bytes)
            } catch {
                throw SystemError(operation: error.operation, subject: name, code: error.code)
            }
        }
        self.descriptor = descriptor
    }

    /// Writes to what the closure does.
    package init(sink: @escaping ([UInt8]) throws(SystemError) -> Void) { self.sink = sink }

    /// Adds a line; written when enough is gathered, or with `flush`.
    package func line(_ text: SafeText) {
        guard !isOver else { return }
        buffer += text.string.utf8
        buffer.append(0x0A)
        if buffer.count >= Self.bufferLimit { flush() }
    }

    /// Writes what is gathered.
    package func flush() {
        guard !isOver, !buffer.isEmpty else { return }
        do throws(SystemError) {
            try sink(buffer)
        } catch {
            isOver = true
            if error.code != EPIPE { failure = error }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
