/// A content text as it lies in JSON (protocol document, section 8): one key for the kind, and the envelope beside it.
struct ContentBody: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case text, image2, image, audio, location, notification, link, headline, voip
        case groupVoip = "group_voip"
        case p2pSession = "p2p_session"
        case secret, video, file, revoke, ack, classroom, conference, readed, tag, inputing
        // From here on the envelope: keys that go beside a kind and never name one.
        case at
        case atName = "at_name"
        case uuid, reference
        case groupID = "group_id"
        case storeID = "store_id"
        case storeName = "store_name"
        case sessionID = "session_id"
        case name
        case appName = "app_name"
    }

    /// The kinds in the order in which they are looked for, that of the protocol document's table.
    static let kinds = CodingKeys.allCases.prefix { $0 != .at }

    var text: String?
    var image2: MediaBody?
    var image: String?
    var audio: MediaBody?
    var location: LocationBody?
    var notification: String?
    var link: LinkBody?
    var voip: CallBody?
    var video: MediaBody?
    var file: MediaBody?
    var revoke: TargetBody?
    var readed: TargetBody?
    var tag: TargetBody?
    var inputing: TypingBody?

    /// The ids of who is mentioned; `nil` in the place of one that cannot be read.
    var at: [JSONIdentifier?]?
    /// Their names, in the same order.
    var atName: [String?]?
    var uuid: JSONIdentifier?
    var reference: JSONIdentifier?
    var groupID: JSONIdentifier?
    var storeID: JSONIdentifier?
    var storeName: String?
    var sessionID: JSONIdentifier?
    var name: String?
    var appName: String?

    /// A kind of the program's own: its key, and the payload.
    var custom: (key: String, payload: String)?
    /// The key that names the kind where none of the above could be read.
    var unknownKind: String?

    /// Makes an empty body.
    init() {}
}
