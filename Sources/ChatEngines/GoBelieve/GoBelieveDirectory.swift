public import IMModel
public import IMService

/// A server's directory as names, groups and rooms of an account.
public final class GoBelieveDirectory: ContactDirectory {
    /// The client below.
    public let client: DirectoryClient

    /// Wraps a client that has a token.
    public init(client: DirectoryClient) { self.client = client }

    /// Somebody by number or by name. Never fails for nobody: that is an empty list.
    public func users(matching text: String, completion: @escaping (Result<[Contact], DirectoryFailure>) -> Void) {
        if let uid = GoBelieveAddress.number(text) {
            client.user(uid) { result in
                completion(result.map { $0.map { [Self.contact($0)] } ?? [] }.mapError(Self.failure))
            }
        } else {
            client.users(named: text) { result in
                completion(result.map { $0.map(Self.contact) }.mapError(Self.failure))
            }
        }
    }

    /// The groups that we are a member of.
    public func groups(completion: @escaping (Result<[DirectoryGroup], DirectoryFailure>) -> Void) {
        client.groups { result in
            completion(
                result.map { groups in
                    groups.map { group in
                        DirectoryGroup(
                            id: String(group.id), name: group.name, notice: group.notice,
                            members: group.members.map(Self.contact))
                    }
                }.mapError(Self.failure))
        }
    }

    /// The rooms that the server names.
    public func rooms(completion: @escaping (Result<[Contact], DirectoryFailure>) -> Void) {
        client.rooms { result in
            completion(
                result.map { $0.map { Contact(id: ContactID(String($0.id)), name: $0.name) } }
                    .mapError(Self.failure))
        }
    }

    /// Who answers customers; the ids are the targets of customer sessions.
    public func supporters(completion: @escaping (Result<[Contact], DirectoryFailure>) -> Void) {
        client.supporters { result in
            completion(
                result.map { users in
                    users.map { Contact(id: ContactID("\($0.appID ?? 0)/\($0.uid)"), name: $0.name) }
                }.mapError(Self.failure))
        }
    }

    /// Changes a group.
    public func perform(
        _ operation: GroupOperation, as me: ContactID,
        completion: @escaping (Result<String, DirectoryFailure>) -> Void
    ) {
        let malformed = DirectoryFailure(reason: "that is no number of a user or group of this server")
        func numbers(_ ids: [ContactID]) -> [Int64]? {
            let found = ids.compactMap { GoBelieveAddress.number($0.rawValue) }
            return found.count == ids.count ? found : nil
        }
        func change(_ session: SessionID, _ make: (Int64) -> DirectoryClient.GroupChange?) {
            guard let group = GoBelieveAddress.number(session.target), let change = make(group) else {
                return completion(.failure(malformed))
            }
            client.change(change) { completion($0.map { session.target }.mapError(Self.failure)) }
        }
        switch operation {
        case .create(let name, let members):
            guard let members = numbers(members) else { return completion(.failure(malformed)) }
            client.createGroup(name: name, members: members) { result in
                switch result {
                case .success(let groups):
                    let id = groups.last.map { String($0.id) }
                    completion(id.map { .success($0) } ?? .failure(DirectoryFailure(reason: "no group was made")))
                case .failure(let error): completion(.failure(Self.failure(error)))
                }
            }
        case .rename(let session, let name): change(session) { .rename($0, name) }
        case .add(let session, let members):
            change(session) { group in numbers(members).map { .addMembers(group, $0) } }
        case .remove(let session, let member):
            change(session) { group in numbers([member]).map { .removeMember(group, $0[0]) } }
        case .mute(let session, let member, let isMuted):
            change(session) { group in numbers([member]).map { .mute(group, $0[0], isMuted) } }
        case .join(let text):
            guard let me = numbers([me]) else { return completion(.failure(malformed)) }
            findGroup(text) { [client] result in
                switch result {
                case .success(let group):
                    client.change(.addMembers(group, me)) {
                        completion($0.map { String(group) }.mapError(Self.failure))
                    }
                case .failure(let failure): completion(.failure(failure))
                }
            }
        case .open(let session, let isOpen): change(session) { .open($0, isOpen) }
        case .notice(let session, let notice): change(session) { .notice($0, notice) }
        case .upgrade(let session): change(session) { .upgrade($0) }
        case .nickname(let session, let name):
            change(session) { group in numbers([me]).map { .nickname(group, $0[0], name) } }
        case .quieten(let session, let isQuiet):
            change(session) { group in numbers([me]).map { .quieten(group, $0[0], isQuiet) } }
        case .leave(let session): change(session) { group in numbers([me]).map { .removeMember(group, $0[0]) } }
        case .disband(let session): change(session) { .disband($0) }
        }
    }

    /// The number of a group by itself, or by a name that only one has.
    private func findGroup(_ text: String, completion: @escaping (Result<Int64, DirectoryFailure>) -> Void) {
        if let number = GoBelieveAddress.number(text) { return completion(.success(number)) }
        client.groups(named: text) { result in
            completion(
                result.mapError(Self.failure).flatMap { groups in
                    switch groups.count {
                    case 0: .failure(DirectoryFailure(reason: "no group that you may join is called “\(text)”"))
                    case 1: .success(groups[0].id)
                    default:
                        .failure(
                            DirectoryFailure(
                                reason: "several groups are called that: "
                                    + groups.prefix(8).map { String($0.id) }.joined(separator: ", ")))
                    }
                })
        }
    }

    private static func contact(_ user: DirectoryClient.User) -> Contact {
        Contact(id: ContactID(String(user.uid)), name: user.name)
    }

    private static func failure(_ error: DirectoryError) -> DirectoryFailure { DirectoryFailure(reason: error.words) }
}
