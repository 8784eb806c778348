/// Waits for the answers of several handlers to one batch; a second answer of the same handler counts for nothing.
final class CommitCountdown {
    private var open: Set<Int>
    private var succeeded = true
    private let finished: (Bool) -> Void

    /// Waits for so many answers, at least one.
    init(count: Int, finished: @escaping (Bool) -> Void) {
        open = Set(0..<count)
        self.finished = finished
    }

    /// The handler with the number answered.
    func answered(_ number: Int, _ committed: Bool) {
        guard open.remove(number) != nil else { return }
        succeeded = succeeded && committed
        if open.isEmpty { finished(succeeded) }
    }
}
