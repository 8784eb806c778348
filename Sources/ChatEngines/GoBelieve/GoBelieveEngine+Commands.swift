public import IMModel
import IMService
public import MessageFlow
import MessageStore

extension GoBelieveEngine {
    /// Everybody whose name is known.
    public var knownContacts: [Contact] { contacts.values.filter { $0.name != nil && $0.id != me.id } }

    /// The members of a group, with nicknames and names.
    public func members(of session: SessionID, completion: @escaping ([Contact]) -> Void) {
        guard let store else { return completion([]) }
        store.members(of: session) { result in
            if case .success(let members) = result { completion(members) } else { completion([]) }
        }
    }

    /// A group's notice, as far as known.
    public func notice(of session: SessionID) -> String? { groupNotices[session] }

    /// Ends the connection until `retryNow`.
    public func disconnect() { service?.stop() }

    /// The newest texts that the user sent in a session.
    public func sentTexts(in session: SessionID, limit: Int, completion: @escaping ([String]) -> Void) {
        guard let store else { return completion([]) }
        store.sentTexts(in: session, limit: limit) { result in
            let sent = (try? result.get()) ?? []
            completion(sent.compactMap { if case .text(let text) = $0.content { text.text } else { nil } })
        }
    }

    /// What the user has saved.
    public func savedMessages(limit: Int, completion: @escaping (Result<[Message], ProviderError>) -> Void) {
        guard let store else { return completion(.failure(.offline)) }
        store.savedMessages(limit: limit) { [weak self] result in
            switch result {
            case .success(let messages): completion(.success(messages.map { self?.refresh($0) ?? $0 }))
            case .failure(let error): completion(.failure(.failed(StoreTrouble.words(error))))
            }
        }
    }

    /// Changes a group through the directory; what follows comes as notifications.
    public func perform(
        _ operation: GroupOperation, completion: @escaping (Result<SessionID, DirectoryFailure>) -> Void
    ) {
        guard let directory else {
            return completion(
                .failure(DirectoryFailure(reason: "this server has no directory: groups are made elsewhere")))
        }
        directory.perform(operation, as: me.id) { [weak self] result in
            guard let self else { return }
            refreshDirectory()
            completion(result.map { self.sessionID(.group, $0) })
        }
    }

    /// Finds somebody who answers customers.
    public func openSupport(store name: String?, completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        guard let directory else { return completion(.failure(.unknown(name ?? "support"))) }
        directory.supporters { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let found):
                let wanted = found.filter { desk in name.map { (desk.name ?? "").contains($0) } ?? true }
                guard let desk = wanted.first else { return completion(.failure(.unknown(name ?? "support"))) }
                openSession(address: "customer:\(desk.id.rawValue)", completion: completion)
            case .failure(let failure): completion(.failure(.unreachable(failure.reason)))
            }
        }
    }
}
