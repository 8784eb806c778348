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

    /// How many messages `latestMessages` answers.
    package static let messageLimit = 1_024

    private struct Body: Decodable {
        private enum CodingKeys: String, CodingKey {
            case name, forbidden
        }
        var name: String?
        var forbidden: Bool?

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            name = try fields.decodeIfPresent(String.self, forKey: .name)
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
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        let ids = parts.map { Int64($0) }
        let body = JSONText.decode(Body.self, from: request.body)
        switch (request.method, parts.count) {
        case ("GET", 1) where parts[0] == "messages": return .latestMessages
        case ("GET", 2) where parts == ["messages", "offline"]: return .offlineMessages
        case ("POST", 2) where parts[0] == "users":
            return ids[1].flatMap { uid in
                body?.name.map { .rename(uid, name: $0) } ?? body?.forbidden.map { .forbid(uid, $0) }
            }
        default: return nil
        }
    }
}
