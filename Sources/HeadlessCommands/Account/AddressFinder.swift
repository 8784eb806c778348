import EventLoop
import IMModel
import IMService

/// Finds the session of an address: numbers need nobody, names are asked of the directory, else looked for in what the
/// account's store knows.
final class AddressFinder {
    private let account: HeadlessAccount
    private let directory: DirectoryClient?
    private let contacts: [Contact]
    private let sessions: [Session]

    init(account: HeadlessAccount, directory: DirectoryClient?, contacts: [Contact] = [], sessions: [Session] = []) {
        self.account = account
        self.directory = directory
        self.contacts = contacts
        self.sessions = sessions
    }

    func find(_ address: ChatAddress, completion: @escaping (Result<SessionID, HeadlessFailure>) -> Void) {
        if address.kind == .system || address.kind == .customer || address.number != nil {
            return completion(.success(account.sessionID(address.kind, address.target)))
        }
        let name = address.target
        switch address.kind {
        case .peer: findPeer(name, completion)
        case .group:
            guard let directory else { return choose(known(.group, name), name, .group, completion) }
            directory.groups { [self] result in
                choose(
                    result.map { groups in groups.filter { $0.name == name }.map { String($0.id) } }
                        .mapError { HeadlessFailure($0) }, name, .group, completion)
            }
        case .room:
            guard let directory else { return choose(known(.room, name), name, .room, completion) }
            directory.rooms { [self] result in
                choose(
                    result.map { rooms in rooms.filter { $0.name == name }.map { String($0.id) } }
                        .mapError { HeadlessFailure($0) }, name, .room, completion)
            }
        case .customer, .system: completion(.failure(.failed("there is no session \(name)")))
        }
    }

    private func findPeer(_ name: String, _ completion: @escaping (Result<SessionID, HeadlessFailure>) -> Void) {
        guard let directory else {
            let found = contacts.filter { $0.name == name }.map(\.id.rawValue)
            return choose(.success(found), name, .peer, completion)
        }
        directory.users(named: name) { [self] result in
            choose(
                result.map { users in users.map { String($0.uid) } }.mapError { HeadlessFailure($0) }, name, .peer,
                completion)
        }
    }

    private func known(_ kind: SessionKind, _ name: String) -> Result<[String], HeadlessFailure> {
        .success(sessions.filter { $0.id.kind == kind && $0.name == name }.map(\.id.target))
    }

    private func choose(
        _ found: Result<[String], HeadlessFailure>, _ name: String, _ kind: SessionKind,
        _ completion: @escaping (Result<SessionID, HeadlessFailure>) -> Void
    ) {
        completion(
            found.flatMap { targets in
                switch targets.count {
                case 1: .success(account.sessionID(kind, targets[0]))
                case 0: .failure(.failed("nobody knows a \(kind.rawValue) by the name of \(name)"))
                default:
                    .failure(
                        .failed(
                            "several go by the name of \(name): "
                                + targets.map { "\(kind.rawValue):\($0)" }.sorted().joined(separator: ", ")))
                }
            })
    }
}
