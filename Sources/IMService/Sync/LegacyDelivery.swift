/// What a server of 2016 pushes: no sync keys; each message is acknowledged by its seq once it is stored, and comes again
/// at the next login if it is not (protocol document, section 5.5).
struct LegacyDelivery {
    private var waiting: [(seq: Int32, message: IncomingMessage)] = []
    private var committing: [Int32] = []
    private var isCommitting = false
    /// Tells the answers to batches of an earlier connection from this one's.
    private(set) var login = 0
    /// More than that are not taken; the server keeps them.
    private static let limit = 10_000

    /// Takes a message.
    mutating func received(_ message: IncomingMessage, seq: Int32) {
        if waiting.count < Self.limit { waiting.append((seq, message)) }
    }

    /// The next batch for the store, if none is under way.
    mutating func takeBatch() -> [IncomingMessage]? {
        guard !isCommitting, !waiting.isEmpty else { return nil }
        isCommitting = true
        let messages = waiting.map(\.message)
        committing = waiting.map(\.seq)
        waiting = []
        return messages
    }

    /// The store answered; the seqs to acknowledge to the server.
    mutating func commitFinished(succeeded: Bool, login: Int) -> [Int32] {
        isCommitting = false
        defer { committing = [] }
        return succeeded && login == self.login ? committing : []
    }

    /// What waits comes again.
    mutating func disconnected() {
        waiting = []
        login += 1
    }
}
