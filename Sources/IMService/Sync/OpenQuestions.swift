import EventLoop

/// The syncs asked for on this connection that may still be answered, oldest first. Never less than what is really open.
///
/// Answers come in the order of asking, but some never come, so it cannot be told which question an answer is for. It is
/// sure only if all that are open were put from the same key. Each answer closes one at least: taking the oldest off never
/// leaves too few.
struct OpenQuestions {
    /// What is known of an answer that begins.
    struct Answer {
        /// The key of the oldest open question.
        var oldest: Int64?
        /// Whether it was certainly asked for from the key that holds now.
        var isSure: Bool
        /// Whether it may be the answer to a newer question, since the oldest waited long enough to be void.
        var mayBeNext: Bool
    }

    private var questions: [(key: Int64, askedAt: Instant)] = []
    /// A question that has no answer after so many milliseconds will have none.
    private static let life: Int64 = 600_000
    /// So many are remembered; more within their life would be a fault of ours.
    private static let limit = 256

    /// Whether one was put from a key.
    func contains(_ key: Int64) -> Bool { questions.contains { $0.key == key } }

    /// A question was put.
    mutating func ask(_ key: Int64, now: Instant) {
        if questions.count == Self.limit { questions.removeFirst() }
        questions.append((key, now))
    }

    /// An answer begins, where `key` holds and answers usually take less than `patience`.
    mutating func answer(at key: Int64, now: Instant, patience: Int64) -> Answer {
        questions.removeAll { now.since($0.askedAt) > Self.life }
        let isSure = !questions.isEmpty && questions.allSatisfy { $0.key == key }
        let oldest = questions.isEmpty ? nil : questions.removeFirst()
        return Answer(
            oldest: oldest?.key, isSure: isSure,
            mayBeNext: oldest.map { now.since($0.askedAt) >= patience } ?? true)
    }

    /// The connection is gone, and all answers with it.
    mutating func forget() { questions = [] }
}
