import EventLoop
import Glibc

/// The lines of a descriptor, one at a time, whatever its size.
package enum LineReader {
    /// A longer line is no message; of it so much is passed on, and the rest passed over.
    static let lineLimit = 4 << 20

    /// Calls the body with each line, without its break; one beyond the limit is cut there.
    package static func forEach(
        _ descriptor: Int32, _ body: ([UInt8]) throws(HeadlessFailure) -> Void
    ) throws(HeadlessFailure) {
        var rest: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .failed("cannot read: \(SystemError.words(errno))")
            }
            if count == 0 { break }
            var start = 0
            for index in 0..<count where chunk[index] == 0x0A {
                rest += chunk[start..<index].prefix(lineLimit - rest.count)
                try body(rest)
                rest.removeAll(keepingCapacity: true)
                start = index + 1
            }
            rest += chunk[start..<count].prefix(lineLimit - rest.count)
        }
        if !rest.isEmpty { try body(rest) }
    }
}
