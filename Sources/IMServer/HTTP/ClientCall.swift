internal import IMWire

/// What a client may ask of the public interface (protocol document, section 10.2) beside what `DirectoryCall` names:
/// calls that imchat's own client does not make. All need a token.
package enum ClientCall: Sendable, Hashable {
    /// The newest messages of the asker.
    case latestMessages
    /// How many the asker has not stored.
    case offlineMessages
    /// Another name for the asker.
    case rename(Int64, name: String)
    /// Whether a user may not speak in rooms; the operator's to say.
    case forbid(Int64, Bool)
    /// Turns a group of the asker's into a super group.
    case upgradeGroup(Int64)
    /// What a member is called in a group.
    case nickname(group: Int64, uid: Int64, name: String)
    /// Whether a member wants to hear of a group's messages.
    case doNotDisturb(group: Int64, uid: Int64, Bool)

    /// How many messages `latestMessages` answers.
    package static let messageLimit = 1_024

    private struct Body: Decodable {
        private enum CodingKeys: String, CodingKey {
            case name, nickname, quiet, forbidden
            case doNotDisturb = "do_not_disturb"
        }
        var name: String?
        var nickname: String?
        var forbidden: Bool?
        var doNotDisturb: Bool?

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            name = try fields.decodeIfPresent(String.self, forKey: .name)
            nickname = try fields.decodeIfPresent(String.self, forKey: .nickname)
            doNotDisturb = Self.flag(fields, .doNotDisturb) ?? Self.flag(fields, .quiet)
            forbidden = Self.flag(fields, .forbidden)
        }

        /// A switch or a number.
        private static func flag(_ fields: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys) -> Bool? {
            (try? fields.decodeIfPresent(Bool.self, forKey: key))
                ?? (try? fields.decodeIfPresent(Int64.self, forKey: key)).map { $0 != 0 }
        }
    }

    /// Reads a request; `nil` where it is none of these.
    package static func parse(_ request: HTTPRequest) -> ClientCall? {
        var parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if parts.first == "client", parts.count > 1, parts[1] == "groups" { parts.removeFirst() }
        let ids = parts.map { Int64($0) }
        let body = JSONText.decode(Body.self, from: request.body)
        switch (request.method, parts.count) {
        case ("GET", 1) where parts[0] == "messages": return .latestMessages
        case ("GET", 2) where parts == ["messages", "offline"]: return .offlineMessages
        case ("POST", 2) where parts[0] == "users":
            return ids[1].flatMap { uid in
                body?.name.map { .rename(uid, name: $0) } ?? body?.forbidden.map { .forbid(uid, $0) }
            }
        case ("POST", 3) where parts[0] == "groups" && parts[2] == "upgrade": return ids[1].map { .upgradeGroup($0) }
        case ("PATCH", 4) where parts[0] == "groups" && parts[2] == "members":
            guard let group = ids[1], let uid = ids[3] else { return nil }
            if let name = body?.nickname { return .nickname(group: group, uid: uid, name: name) }
            return body?.doNotDisturb.map { .doNotDisturb(group: group, uid: uid, $0) }
        default: return nil
        }
    }
}
