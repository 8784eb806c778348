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
                            id: String(group.id), name: group.name, members: group.members.map(Self.contact))
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

    private static func contact(_ user: DirectoryClient.User) -> Contact {
        Contact(id: ContactID(String(user.uid)), name: user.name)
    }

    private static func failure(_ error: DirectoryError) -> DirectoryFailure { DirectoryFailure(reason: error.words) }
}
