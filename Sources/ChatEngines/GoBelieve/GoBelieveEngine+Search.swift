import EventLoop
public import IMModel
import MessageStore

extension GoBelieveEngine {
    /// Searches the kept messages: words and filters as `SearchText` reads them.
    public func search(
        words: String, in session: SessionID?, limit: Int,
        completion: @escaping (Result<SearchHits, SearchFailure>) -> Void
    ) {
        SearchReading(me: me, contacts: contacts, sessions: sessions, now: scheduler.wallClock).search(
            words, in: session, limit: limit, store: store, refresh: { [weak self] in self?.refresh($0) ?? $0 },
            completion: completion)
    }

    // MARK: The index

    /// Makes what is missing of the index, a few messages at a time.
    func indexMore(after milliseconds: Int64) {
        guard store != nil, indexTimer == nil else { return }
        indexTimer = scheduler.schedule(after: milliseconds) { [weak self] in
            guard let self, let store else { return }
            store.indexMore { [weak self] result in
                guard let self, self.store === store else { return }
                indexTimer = nil
                switch result {
                case .success(nil): break
                case .success(.some): indexMore(after: Self.indexPause)
                case .failure(let error) where error.isTransient: indexMore(after: 60_000)
                case .failure: break
                }
            }
        }
    }

    /// Milliseconds between two steps: the store has other work, and so has the machine.
    private static let indexPause: Int64 = 10
}
