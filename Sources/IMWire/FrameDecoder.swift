/// Cuts a byte stream into frames, however the stream was split. O(bytes) in all; the buffer keeps its capacity.
///
/// After an error that is not `isRecoverable` the decoder answers the same error for ever; after a recoverable one it
/// stands behind the faulty frame.
package struct FrameDecoder: Sendable {
    private let direction: FrameDirection
    private let dialect: FrameDialect
    private var buffer: [UInt8] = []
    private var head = 0
    private var failure: WireError?

    /// Makes a decoder for one stream.
    ///
    /// - Parameters:
    ///   - direction: Who sends on this stream.
    ///   - dialect: Which generation of servers is spoken with.
    package init(direction: FrameDirection, dialect: FrameDialect = .today) {
        self.direction = direction
        self.dialect = dialect
    }

    /// Bytes that wait for the rest of their frame; below `headerSize + maximumBody` once `next()` has answered `nil`.
    package var bufferedBytes: Int { buffer.count - head }

    /// Takes bytes as they came.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        if failure != nil { return }
        if head == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 65_536, head > buffer.count / 2 {
            // Moving at most as many bytes as have been consumed since keeps the total linear.
            buffer.removeSubrange(..<head)
            head = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next whole frame, or `nil` until more bytes come.
    ///
    /// - Throws: What is wrong with the next frame.
    package mutating func next() throws(WireError) -> Frame? {
        if let failure { throw failure }
        guard bufferedBytes >= FrameLimits.headerSize else { return nil }
        let length = Int32(bitPattern: word(at: 0))
        let number = buffer[head + 8]
        if length < 0 { throw fail(.negativeLength(command: number, length: length)) }
        if length > FrameLimits.maximumBody {
            throw fail(.bodyTooLarge(command: number, length: Int(length), limit: FrameLimits.maximumBody))
        }
        let size = FrameLimits.headerSize + Int(length)
        guard bufferedBytes >= size else { return nil }
        let start = head
        head += size
        guard let command = Command(rawValue: number) else { throw .unknownCommand(number) }
        guard command.isAllowed(direction, in: dialect) else { throw .commandNotAllowed(command, direction) }
        let version = buffer[start + 9]
        let body = try FrameBody(
            command: command, version: version, dialect: dialect,
            bytes: buffer[start + FrameLimits.headerSize..<start + size])
        return Frame(
            seq: Int32(bitPattern: word(at: 4, from: start)), version: version,
            flags: FrameFlags(rawValue: buffer[start + 10]), reserved: buffer[start + 11], body: body)
    }

    private mutating func fail(_ error: WireError) -> WireError {
        failure = error
        buffer = []
        head = 0
        return error
    }

    private func word(at offset: Int, from start: Int? = nil) -> UInt32 {
        let index = (start ?? head) + offset
        return UInt32(buffer[index]) << 24 | UInt32(buffer[index + 1]) << 16 | UInt32(buffer[index + 2]) << 8
            | UInt32(buffer[index + 3])
    }
}
