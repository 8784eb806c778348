import EventLoop
public import IMModel
import MessageStore

extension GoBelieveEngine {
    /// Searches the kept messages: words and filters as `SearchText` reads them.
    public func search(
        words: String, in session: SessionID?, limit: Int,
        completion: @escaping (Result<SearchHits, SearchFailure>) -> Void
    ) {
        guard let store else { return completion(.failure(.unavailable(StoreTrouble.words(.closed)))) }
        let query: SearchQuery
        do throws(SearchFailure) {
            query = try SearchReading(me: me, contacts: contacts, sessions: sessions, now: scheduler.wallClock)
                .query(words, in: session)
        } catch {
            return completion(.failure(error))
        }
        store.search(query, limit: limit) { [weak self] result in
            switch result {
            case .success(let page):
                completion(
                    .success(
                        SearchHits(messages: page.messages.map { self?.refresh($0) ?? $0 }, indexed: page.indexed)))
            case .failure(let error): completion(.failure(.unavailable(StoreTrouble.words(error))))
            }
        }
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
