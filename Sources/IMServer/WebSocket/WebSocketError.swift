/// Why a stream is not the WebSocket that clients speak; the connection ends with it.
package enum WebSocketError: Error, Sendable, Hashable {
    /// Reserved bits, an unknown kind of frame, or one that clients must not send.
    case badFrame
    /// A frame of a client that is not masked.
    case notMasked
    /// A message of text, on which the real server closes too.
    case text
    /// A message larger than the limit, in bytes.
    case tooLarge(limit: Int)
}
