internal import IMModel

/// A person in a list: a bare id, or an object `{uid, name}`; lists may mix both.
struct PersonBody: Codable {
    private enum CodingKeys: CodingKey {
        case uid, name
    }

    var uid: JSONIdentifier
    var name: String?

    /// Makes a body of our own.
    init(_ contact: Contact) {
        uid = JSONIdentifier(contact.id.rawValue)
        name = contact.name
    }

    /// Makes a bare id.
    init(uid: Int64) { self.uid = JSONIdentifier(String(uid)) }

    init(from decoder: any Decoder) throws {
        guard let fields = try? decoder.container(keyedBy: CodingKeys.self) else {
            uid = try JSONIdentifier(from: decoder)
            return
        }
        uid = try fields.decode(JSONIdentifier.self, forKey: .uid)
        name = fields.string(.name)
    }

    func encode(to encoder: any Encoder) throws {
        guard let name else { return try uid.encode(to: encoder) }
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(uid, forKey: .uid)
        try fields.encode(name, forKey: .name)
    }

    /// The person as the rest of the program knows one.
    var contact: Contact { Contact(id: ContactID(uid.text), name: name) }
}
