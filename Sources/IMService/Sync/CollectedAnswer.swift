/// The messages of the answer that is coming in.
struct CollectedAnswer {
    /// More messages than that are a violation; servers send 3,000 (protocol document, section 5.6).
    static let messageLimit = 20_000
    /// More bytes of content than that are a violation.
    static let byteLimit = 128 << 20

    private(set) var messages: [IncomingMessage] = []
    private var bytes = 0

    /// Adds a message; answers what is wrong where it is one too many.
    mutating func append(_ message: IncomingMessage, bytes count: Int) -> QueueSync.Action? {
        messages.append(message)
        bytes += count
        guard messages.count > Self.messageLimit || bytes > Self.byteLimit else { return nil }
        return .violation("a sync of more than \(Self.messageLimit) messages or \(Self.byteLimit) bytes")
    }
}
