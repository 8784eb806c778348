import EventLoop
import IMModel
import MessageStore

/// Reads what the user typed to search, with the names that are known.
struct SearchReading {
    let me: Contact
    let contacts: [ContactID: Contact]
    let sessions: [Session]
    let now: Int64

    /// Asks the store; `refresh` adds what only the engine knows of a message.
    func search(
        _ words: String, in session: SessionID?, limit: Int, store: MessageStore?,
        refresh: @escaping (Message) -> Message,
        completion: @escaping (Result<SearchHits, SearchFailure>) -> Void
    ) {
        guard let store else { return completion(.failure(.unavailable(StoreTrouble.words(.closed)))) }
        let query: SearchQuery
        do throws(SearchFailure) {
            query = try self.query(words, in: session)
        } catch {
            return completion(.failure(error))
        }
        store.search(query, limit: limit) { result in
            completion(
                result.map { SearchHits(messages: $0.messages.map(refresh), indexed: $0.indexed) }
                    .mapError { .unavailable(StoreTrouble.words($0)) })
        }
    }

    func query(_ words: String, in session: SessionID?) throws(SearchFailure) -> SearchQuery {
        let text: SearchText
        do throws(SearchText.Problem) {
            text = try SearchText(words, now: now) { LocalClock.fields(milliseconds: $0).offsetFromUTC }
        } catch {
            throw Self.failure(error)
        }
        var query = SearchQuery(
            words: text.words, session: session, after: text.after, before: text.before, type: text.type)
        if let name = text.sender { query.sender = try sender(named: name) }
        if let name = text.session { query.session = try self.session(named: name) }
        return query
    }

    private static func failure(_ problem: SearchText.Problem) -> SearchFailure {
        switch problem {
        case .badTime(let key, let value): .badTime(key: key, value: value)
        case .badKind(let value): .badKind(value, known: SearchText.kinds.map(\.word))
        case .noValue(let key): .noValue(key)
        case .empty: .empty
        }
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
        for fits in [
            { $0.id.address == text }, { $0.displayName.lowercased() == name },
            { "\($0.id.kind.rawValue):\($0.displayName)".lowercased() == name }, { $0.id.target == text },
        ] as [(Session) -> Bool] {
            if let found = sessions.first(where: fits) { return found.id }
        }
        throw .unknownSession(text)
    }
}
