package import IMWire

/// What a client may ask of the public interface (protocol document, section 10.2) beside what `DirectoryCall` names:
/// calls that imchat's own client does not make. All need a token.
package enum ClientCall: Sendable, Hashable {
    /// The newest messages of the asker.
    case latestMessages
    /// How many the asker has not stored.
    case offlineMessages
    /// Another name for the asker.
    case rename(Int64, name: String)
    /// Turns a group of the asker's into a super group.
    case upgradeGroup(Int64)
    /// What a member is called in a group.
    case nickname(group: Int64, uid: Int64, name: String)

    /// How many messages `latestMessages` answers.
    package static let messageLimit = 1_024

    private struct Body: Decodable {
        var name: String?
        var nickname: String?
    }

    /// Reads a request; `nil` where it is none of these.
    package static func parse(_ request: HTTPMessage) -> ClientCall? {
        let words = request.startLine.split(separator: " ")
        guard words.count == 3 else { return nil }
        let path = words[1].prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let parts = path.map(String.init)
        let ids = parts.map { Int64($0) }
        let body = JSONText.decode(Body.self, from: request.body)
        switch (words[0], parts.count) {
        case ("GET", 1) where parts[0] == "messages": return .latestMessages
        case ("GET", 2) where parts == ["messages", "offline"]: return .offlineMessages
        case ("POST", 2) where parts[0] == "users":
            return ids[1].flatMap { uid in body?.name.map { .rename(uid, name: $0) } }
        case ("POST", 3) where parts[0] == "groups" && parts[2] == "upgrade": return ids[1].map { .upgradeGroup($0) }
        case ("PATCH", 4) where parts[0] == "groups" && parts[2] == "members":
            guard let group = ids[1], let uid = ids[3], let name = body?.nickname else { return nil }
            return .nickname(group: group, uid: uid, name: name)
        default: return nil
        }
    }
}
