import IMModel
package import MessageStore

/// The account's store for commands that look at it: every call answers at once.
package final class StoreReader {
    let store: MessageStore
    let account: String

    /// Opens the store for reading; a running client is not disturbed.
    package init(path: String, account: String, codec: StoreCodec) throws(HeadlessFailure) {
        self.account = account
        do throws(StoreError) {
            store = try MessageStore.openReadOnly(path: path, account: account, codec: codec)
        } catch {
            throw HeadlessFailure(error)
        }
    }

    /// Wraps a store whose work is done inside the calls.
    package init(store: MessageStore) {
        self.store = store
        account = store.account
    }

    /// The answer to one call.
    func answer<Value>(
        _ call: (@escaping (Result<Value, StoreError>) -> Void) -> Void
    ) throws(HeadlessFailure) -> Value {
        var answer: Result<Value, StoreError>?
        call { answer = $0 }
        store.drain()
        switch answer {
        case .success(let value): return value
        case .failure(let error): throw HeadlessFailure(error)
        case nil: throw .failed("the message store does not answer")
        }
    }

    /// Whether the search index holds everything.
    package func isIndexed() throws(HeadlessFailure) -> Bool {
        try answer { store.indexedPercent(completion: $0) } == nil
    }

    /// Puts into the search index what is missing there; the store must be one that can be written. `progress` is told the
    /// percents.
    package func index(progress: (Int) -> Void) throws(HeadlessFailure) {
        while let percent = try answer({ store.indexMore(completion: $0) }) { progress(percent) }
    }

    func sessions() throws(HeadlessFailure) -> [Session] {
        let found = try answer { store.sessions(completion: $0) }
        let contacts = try names()
        return found.map { session in
            var session = session
            if session.name == nil, session.id.kind == .peer { session.name = contacts[session.id.target] }
            return session
        }
    }

    func contacts() throws(HeadlessFailure) -> [Contact] { try answer { store.contacts(completion: $0) } }

    private func names() throws(HeadlessFailure) -> [String: String] {
        var names: [String: String] = [:]
        for contact in try contacts() { names[contact.id.rawValue] = contact.name }
        return names
    }

    /// The session of an address, by what the store knows.
    func session(_ text: String) throws(HeadlessFailure) -> Session {
        let address = try ChatAddress.parse(text, of: account)
        let all = try sessions()
        let isNumber = address.number != nil || address.kind == .customer || address.kind == .system
        let found = all.filter { session in
            session.id.kind == address.kind
                && (isNumber ? session.id.target == address.target : session.name == address.target)
        }
        switch found.count {
        case 1: return found[0]
        case 0: throw .failed("there is no session \(text); see imchat sessions")
        default:
            throw .failed(
                "several sessions go by the name of \(text): "
                    + found.map(\.id.address).sorted().joined(separator: ", "))
        }
    }

    /// Somebody by name or number.
    func sender(_ text: String) throws(HeadlessFailure) -> ContactID {
        if ChatAddress.number(text) != nil { return ContactID(text) }
        let found = try contacts().filter { $0.name == text }.map(\.id)
        guard let first = found.first else { throw .failed("nobody by the name of \(text) ever wrote here") }
        guard found.count == 1 else {
            throw .failed(
                "several go by the name of \(text): " + found.map(\.rawValue).sorted().joined(separator: ", "))
        }
        return first
    }

    /// When the user saved which messages of a session.
    func savedTimes(in session: SessionID) throws(HeadlessFailure) -> [MessageID: Int64] {
        try answer { store.savedTimes(in: session, completion: $0) }
    }

    /// All messages of a session, oldest first, page by page; `false` from the body ends it.
    func forEach(
        in session: SessionID, _ body: (Message) throws(HeadlessFailure) -> Bool
    ) throws(HeadlessFailure) {
        var anchor: MessageID?
        while true {
            let from = anchor
            let page = try answer {
                store.page(session, anchor: from, direction: .newer, limit: Self.pageSize, completion: $0)
            }
            for message in page.messages where try !body(message) { return }
            guard page.hasNewer, let last = page.messages.last else { return }
            anchor = last.id
        }
    }

    private static let pageSize = 500
}
