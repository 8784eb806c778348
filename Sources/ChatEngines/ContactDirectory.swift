public import IMModel

/// Where names, groups and rooms can be asked for; the wire tells none of them. Every answer comes once, on the loop.
public protocol ContactDirectory: AnyObject {
    /// Somebody by uid (decimal) or by exact name; several may share a name.
    func users(matching text: String, completion: @escaping (Result<[Contact], DirectoryFailure>) -> Void)
    /// The groups that we are a member of.
    func groups(completion: @escaping (Result<[DirectoryGroup], DirectoryFailure>) -> Void)
    /// The rooms that the server names.
    func rooms(completion: @escaping (Result<[Contact], DirectoryFailure>) -> Void)
    /// Who answers customers; the ids are the targets of customer sessions.
    func supporters(completion: @escaping (Result<[Contact], DirectoryFailure>) -> Void)
    /// Changes a group; answers the id of the group, a new one's too.
    func perform(
        _ operation: GroupOperation, as me: ContactID,
        completion: @escaping (Result<String, DirectoryFailure>) -> Void)
}

/// A group as the directory knows it.
public struct DirectoryGroup: Sendable, Hashable {
    /// The group's id, decimal.
    public var id: String
    /// Its name.
    public var name: String?
    /// Its notice; empty for none.
    public var notice: String
    /// Its members.
    public var members: [Contact]

    /// Makes a group.
    public init(id: String, name: String?, notice: String = "", members: [Contact]) {
        self.id = id
        self.name = name
        self.notice = notice
        self.members = members
    }
}

/// Why the directory gave no answer.
public struct DirectoryFailure: Error, Sendable, Hashable {
    /// In words, raw.
    public var reason: String

    /// Makes a failure.
    public init(reason: String) { self.reason = reason }
}
