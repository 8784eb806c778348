import EventLoop
import IMModel
import MessageStore

/// Finds who and what the names in a search stand for.
struct SearchResolver {
    /// The account's user.
    let me: Contact
    /// Whose names are known.
    let contacts: [ContactID: Contact]
    /// The sessions as known now.
    let sessions: [Session]
    /// Milliseconds since 1970, for times that count from now.
    let now: Int64

    /// The question in the store's terms.
    func query(_ words: String, in session: SessionID?) throws(SearchFailure) -> SearchQuery {
        let text: SearchText
        do throws(SearchText.Problem) {
            text = try SearchText(words, now: now) {
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
        let found = sessions.first { $0.id.address == text } ?? sessions.first { $0.displayName.lowercased() == name }
            ?? sessions.first { $0.id.target == text } ?? sessions.first { "\($0.id.kind):\($0.displayName)".lowercased() == name }
        guard let found else { throw .unknownSession(text) }
        return found.id
    }
}
