/// Why a stream is not the HTTP that the directory speaks; the connection ends with it.
package enum HTTPError: Error, Sendable, Hashable {
    /// The head is larger than allowed, in bytes.
    case headTooLarge(limit: Int)
    /// The body is larger than allowed, in bytes.
    case bodyTooLarge(limit: Int)
    /// A line of the head has no sense: which line, counted from 1.
    case badLine(Int)
    /// A body without a plain length (chunked, or a length that is no number).
    case noLength
}
