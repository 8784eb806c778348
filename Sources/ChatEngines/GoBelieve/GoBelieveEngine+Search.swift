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
            query = try self.query(words, in: session)
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

    private func query(_ words: String, in session: SessionID?) throws(SearchFailure) -> SearchQuery {
        let text: SearchText
        do throws(SearchText.Problem) {
            text = try SearchText(words, now: scheduler.wallClock) {
                LocalClock.fields(milliseconds: $0).offsetFromUTC
            }
        } catch {
            throw switch error {
            case .badTime(let key, let value): .badTime(key: key, value: value)
            case .badKind(let value): .badKind(value, known: SearchText.kinds.map(\.word))
            case .noValue(let key): .noValue(key)
            case .empty: .empty
            }
        }
        var query = SearchQuery(
            words: text.words, session: session, after: text.after, before: text.before, type: text.type)
        if let name = text.sender { query.sender = try sender(named: name) }
        if let name = text.session { query.session = try self.session(named: name) }
        return query
    }

    private func sender(named text: String) throws(SearchFailure) -> ContactID {
        let name = text.hasPrefix("#") || text.hasPrefix("@") ? String(text.dropFirst()) : text
        if name.lowercased() == "me" || name == me.name { return me.id }
        if GoBelieveAddress.number(name) != nil || name.contains("/") { return ContactID(name) }
        let found = contacts.values.filter { $0.name?.lowercased() == name.lowercased() }.map(\.id)
        guard let first = found.first else { throw .unknownSender(text) }
        guard found.count == 1 else { throw .ambiguousSender(text, ids: found.map(\.rawValue).sorted()) }
        return first
    }

    private func session(named text: String) throws(SearchFailure) -> SessionID {
        let name = text.lowercased()
        let all = sessions
        let found = all.first { $0.id.address == text } ?? all.first { $0.displayName.lowercased() == name }
            ?? all.first { $0.id.target == text } ?? all.first { "\($0.id.kind):\($0.displayName)".lowercased() == name }
        guard let found else { throw .unknownSession(text) }
        return found.id
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
