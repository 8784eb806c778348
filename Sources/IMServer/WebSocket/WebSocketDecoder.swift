/// Cuts what a client sends over WebSocket (RFC 6455) into messages, however it was split.
package struct WebSocketDecoder: Sendable {
    /// What comes out.
    package enum Event: Sendable, Hashable {
        /// A whole binary message.
        case message([UInt8])
        /// A ping, to be answered with a pong of the same bytes.
        case ping([UInt8])
        /// The other side ends the stream.
        case close
    }

    /// The largest message, in bytes, as on the real server (protocol document, section 2).
    package static let messageLimit = 65_536

    private var buffer: [UInt8] = []
    /// A message whose end is still to come.
    private var message: [UInt8]?

    /// Makes a decoder.
    package init() {}

    /// Takes bytes as they came.
    package mutating func append(_ bytes: some Collection<UInt8>) { buffer.append(contentsOf: bytes) }

    /// The next event, or `nil` until more bytes come. The stream is of no use after an error.
    package mutating func next() throws(WebSocketError) -> Event? {
        while let (first, payload) = try frame() {
            let isLast = first & 0x80 != 0
            switch first & 0x7F {
            case 0x0, 0x2:
                guard (first & 0x0F == 0) == (message != nil) else { throw .badFrame }
                let whole = (message ?? []) + payload
                guard whole.count <= Self.messageLimit else { throw .tooLarge(limit: Self.messageLimit) }
                message = isLast ? nil : whole
                if isLast { return .message(whole) }
            case 0x1: throw .text
            case 0x8 where isLast: return .close
            case 0x9 where isLast: return .ping(payload)
            case 0xA where isLast: break
            default: throw .badFrame
            }
        }
        return nil
    }

    /// The first byte and the unmasked payload of the next frame.
    private mutating func frame() throws(WebSocketError) -> (UInt8, [UInt8])? {
        guard buffer.count >= 2 else { return nil }
        let kind = buffer[0] & 0x0F
        guard buffer[1] & 0x80 != 0 else { throw .notMasked }
        var length = Int(buffer[1] & 0x7F)
        // Ends, pings and pongs are short.
        guard kind < 8 || length < 126 else { throw .badFrame }
        var start = 2
        if length >= 126 {
            start += length == 126 ? 2 : 8
            guard buffer.count >= start else { return nil }
            let number = buffer[2..<start].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            length = Int(clamping: number)
        }
        guard length <= Self.messageLimit else { throw .tooLarge(limit: Self.messageLimit) }
        guard buffer.count >= start + 4 + length else { return nil }
        let mask = Array(buffer[start..<start + 4])
        var payload = Array(buffer[start + 4..<start + 4 + length])
        for index in payload.indices { payload[index] ^= mask[index & 3] }
        let first = buffer[0]
        buffer.removeSubrange(..<(start + 4 + length))
        return (first, payload)
    }
}
