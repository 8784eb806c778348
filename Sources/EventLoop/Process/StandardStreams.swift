internal import CPosix
internal import Glibc

/// Plain reading and writing of descriptors, for programs without a loop and for the last words of one with it.
public enum StandardStreams {
    /// Writes all of the text's UTF-8, however often the descriptor is busy or the call interrupted. Blocks.
    ///
    /// The text must be fit for where it goes: for a terminal that is `SafeText`'s.
    public static func write(_ descriptor: Int32, _ text: String) throws(SystemError) {
        try write(descriptor, Array(text.utf8))
    }

    /// Writes all of the bytes. Blocks.
    public static func write(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                cposix_write(descriptor, all.baseAddress?.advanced(by: offset), UInt64(all.count - offset))
            }
            if count >= 0 {
                offset += Int(count)
            } else if Int32(-count) == EAGAIN {
                _ = cposix_wait_for(descriptor, 1, -1)
            } else {
                throw SystemError(operation: "write", subject: "descriptor \(descriptor)", code: Int32(-count))
            }
        }
    }

    /// Reads to the end, but no more than `limit` bytes; `nil` if there is more. Blocks.
    public static func readAll(_ descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes { cposix_read(descriptor, $0.baseAddress, UInt64($0.count)) }
            if count == 0 { return bytes }
            if count > 0 {
                if bytes.count + Int(count) > limit { return nil }
                bytes += chunk[..<Int(count)]
            } else if Int32(-count) == EAGAIN {
                _ = cposix_wait_for(descriptor, 0, -1)
            } else {
                throw SystemError(operation: "read", subject: "descriptor \(descriptor)", code: Int32(-count))
            }
        }
    }
}
