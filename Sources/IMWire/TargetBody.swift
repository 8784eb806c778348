/// The inner object of `revoke`, `readed` and `tag`, which act on another message (protocol document, section 8).
struct TargetBody: Codable {
    private enum CodingKeys: String, CodingKey {
        case originID = "msgid"
        case addedTag = "add_tag"
        case deletedTag = "delete_tag"
    }

    /// The other message's origin id, never empty.
    var originID: JSONIdentifier?
    var addedTag: String?
    var deletedTag: String?

    /// Makes a body of our own.
    init(_ originID: String, addedTag: String? = nil, deletedTag: String? = nil) {
        self.originID = JSONIdentifier(originID)
        self.addedTag = addedTag
        self.deletedTag = deletedTag
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        originID = fields.identifier(.originID).flatMap { $0.text.isEmpty ? nil : $0 }
        addedTag = fields.string(.addedTag)
        deletedTag = fields.string(.deletedTag)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        // An origin id is a string in every client, also when it has only digits.
        try fields.encodeIfPresent(originID?.text, forKey: .originID)
        try fields.encodeIfPresent(addedTag, forKey: .addedTag)
        try fields.encodeIfPresent(deletedTag, forKey: .deletedTag)
    }
}
