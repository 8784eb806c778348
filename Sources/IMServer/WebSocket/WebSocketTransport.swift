package import EventLoop
internal import IMWire

/// A client behind a WebSocket as any other stream: one frame of the protocol in each binary message (protocol document,
/// section 2). Of a message from the client only its first frame is read, as on the real server.
package final class WebSocketTransport: Transport {
    /// Where the events go.
    package var onEvent: ((TransportEvent) -> Void)?
    /// Bytes that the operating system has not taken yet.
    package var pendingBytes: Int { stream.pendingBytes }

    private let stream: any Transport
    private var decoder = WebSocketDecoder()
    private var isOver = false

    /// Speaks over a stream that has been upgraded; `extra` came behind the handshake already.
    package init(_ stream: any Transport, extra: [UInt8] = []) {
        self.stream = stream
        decoder.append(extra)
        stream.onEvent = { [weak self] in self?.handle($0) }
    }

    private func handle(_ event: TransportEvent) {
        switch event {
        case .connected:
            onEvent?(.connected)
            read()
        case .received(let bytes):
            decoder.append(bytes)
            read()
        default: onEvent?(event)
        }
    }

    private func read() {
        do throws(WebSocketError) {
            while !isOver, let event = try decoder.next() {
                switch event {
                case .message(let bytes):
                    guard let length = Self.frameLength(bytes[...]), length <= bytes.count else { return close() }
                    onEvent?(.received(Array(bytes[..<length])))
                case .ping(let bytes): stream.send([0x8A, UInt8(bytes.count)] + bytes)
                case .close:
                    stream.send([0x88, 0])
                    close()
                }
            }
        } catch {
            close()
        }
    }

    /// How long the frame is that the bytes begin with, by its header; `nil` where there is none. One that is too long
    /// is the frame decoder's to refuse.
    private static func frameLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= FrameLimits.headerSize else { return nil }
        let length = bytes.prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard length <= FrameLimits.maximumBody else { return FrameLimits.headerSize }
        return FrameLimits.headerSize + Int(length)
    }

    /// Sends whole frames, each in a message.
    package func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var out: [UInt8] = []
        while let length = Self.frameLength(rest), length <= rest.count {
            if length < 126 {
                out += [0x82, UInt8(length)]
            } else {
                out += [0x82, 126, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
            }
            out += rest.prefix(length)
            rest = rest.dropFirst(length)
        }
        stream.send(out)
    }

    /// Stops reading.
    package func pauseReading(_ paused: Bool) { stream.pauseReading(paused) }

    /// Closes.
    package func close() {
        isOver = true
        stream.close()
    }
}
