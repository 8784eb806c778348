import EventLoop
public import IMModel
import MessageStore

extension GoBelieveEngine {
    /// Finds or makes the session of an address, asking the directory for names. Only the known kinds stand before a
    /// colon: `a:b` alone is somebody's name.
    public func openSession(address: String, completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        findSession(address: address) { [weak self] result in
            guard let self, case .success(let id) = result else { return completion(result) }
            open(id, completion)
        }
    }

    /// Says which session an address means, and makes none.
    public func findSession(address: String, completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        let address = withoutAccount(address)
        let (kind, target) = Self.parts(of: address)
        switch kind {
        case .system:
            guard target.isEmpty else { return completion(.failure(.malformed(address))) }
            completion(.success(sessionID(.system, "")))
        case _ where target.isEmpty: completion(.failure(.malformed(address)))
        case .customer:
            guard GoBelieveAddress.customer(target) != nil else { return completion(.failure(.malformed(address))) }
            completion(.success(sessionID(.customer, target)))
        case .peer, .group, .room:
            if GoBelieveAddress.number(target) != nil { return completion(.success(sessionID(kind, target))) }
            let known = sessionsByID.values.filter { $0.id.kind == kind && $0.name == target }.map(\.id)
            switch kind {
            case .group:
                find(target, known, completion) {
                    $0.groups(completion: $1)
                } ids: { [account] group in
                    SessionID(account: account, kind: .group, target: group.id)
                } name: {
                    $0.name
                }
            case .room:
                find(target, known, completion) {
                    $0.rooms(completion: $1)
                } ids: { [account] room in
                    SessionID(account: account, kind: .room, target: room.id.rawValue)
                } name: {
                    $0.name
                }
            default: findPeer(target, completion)
            }
        }
    }

    /// `ACCOUNT/peer:bob` of this account; other texts with a slash are left alone.
    private func withoutAccount(_ address: String) -> String {
        guard address.hasPrefix(account + "/") else { return address }
        let rest = String(address.dropFirst(account.count + 1))
        let isAddress =
            rest == SessionKind.system.rawValue
            || (rest.contains(":") && SessionKind(rawValue: String(rest.prefix { $0 != ":" })) != nil)
        return isAddress ? rest : address
    }

    static func parts(of address: String) -> (kind: SessionKind, target: String) {
        if address == SessionKind.system.rawValue { return (.system, "") }
        let parts = address.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let kind = SessionKind(rawValue: parts[0]) else { return (.peer, address) }
        return (kind, parts[1])
    }

    /// A group or room by name: among the known ones, else the directory's.
    private func find<T>(
        _ name: String, _ known: [SessionID], _ completion: @escaping (Result<SessionID, AddressError>) -> Void,
        asking ask: (any ContactDirectory, @escaping (Result<[T], DirectoryFailure>) -> Void) -> Void,
        ids: @escaping (T) -> SessionID, name nameOf: @escaping (T) -> String?
    ) {
        guard known.isEmpty, let directory else { return choose(known, name, completion) }
        let once = deadline(completion)
        ask(directory) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let all): choose(all.filter { nameOf($0) == name }.map(ids), name, once)
            case .failure(let failure): once(.failure(.unreachable(failure.reason)))
            }
        }
    }

    /// Somebody by name: those that the directory knows and those that the user named so.
    private func findPeer(_ name: String, _ completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        let known = contacts.values.filter { $0.name == name && $0.id != me.id && !$0.id.rawValue.contains("/") }
            .map { sessionID(.peer, $0.id.rawValue) }
        guard let directory else { return choose(known, name, completion) }
        let once = deadline(completion)
        directory.users(matching: name) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let users):
                for user in users { named(user, source: .directory) }
                choose(known + users.map { self.sessionID(.peer, $0.id.rawValue) }, name, once)
            case .failure(let failure):
                known.isEmpty ? once(.failure(.unreachable(failure.reason))) : choose(known, name, once)
            }
        }
    }

    /// The completion, called once: by the answer, or after a while without one.
    private func deadline(
        _ completion: @escaping (Result<SessionID, AddressError>) -> Void
    ) -> (Result<SessionID, AddressError>) -> Void {
        var isDone = false
        var timer: TimerID?
        let once: (Result<SessionID, AddressError>) -> Void = { [weak self] result in
            guard !isDone else { return }
            isDone = true
            if let timer { self?.scheduler.cancel(timer) }
            completion(result)
        }
        timer = scheduler.schedule(after: Self.directoryPatience) {
            once(.failure(.unreachable("the directory does not answer")))
        }
        return once
    }

    private static let directoryPatience: Int64 = 15_000

    private func choose(
        _ found: [SessionID], _ name: String, _ completion: @escaping (Result<SessionID, AddressError>) -> Void
    ) {
        let found = Set(found).sorted()
        switch found.count {
        case 1: completion(.success(found[0]))
        case 0: completion(.failure(.unknown(name)))
        default: completion(.failure(.ambiguous(found.map(\.address))))
        }
    }

    private func open(_ id: SessionID, _ completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        guard let store else { return completion(.failure(.unreachable("the message store is closed"))) }
        store.ensure(id) { [weak self] result in
            self?.keepSession(result)
            completion(result.map { _ in id }.mapError { .unreachable(StoreTrouble.words($0)) })
        }
    }
}
