/// The question for old messages of a queue: it waits until nothing else is to do, and leaves the queue where it is.
struct HistoryQuestion {
    /// Old messages are wanted from this key on.
    private(set) var key: Int64?
    /// The question on its way is this one.
    private(set) var isAsked = false

    /// Old messages behind a key are wanted; `false` where others are already.
    mutating func want(_ wanted: Int64) -> Bool {
        guard key == nil, wanted > 0 else { return false }
        key = wanted
        return true
    }

    /// The key to ask with now, if anything is wanted and not asked yet.
    mutating func ask() -> Int64? {
        guard !isAsked, let key else { return nil }
        isAsked = true
        return key
    }

    /// The answer has come, up to a key; `nil` where it was not to be used.
    mutating func answered(_ messages: [IncomingMessage]?, upTo end: Int64) -> QueueSync.Action {
        defer { self = HistoryQuestion() }
        return .history(messages: messages, key: messages == nil ? key ?? end : end)
    }

    /// No answer will come: who asked is told, if anybody did.
    mutating func giveUp() -> [QueueSync.Action] {
        defer { self = HistoryQuestion() }
        return key.map { [.history(messages: nil, key: $0)] } ?? []
    }
}
