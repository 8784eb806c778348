extension DirectoryRoom: Codable {
    private enum CodingKeys: String, CodingKey {
        case id = "room_id"
        case name
    }

    /// Reads the directory's JSON; throws where a field that is needed is missing.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(id: try fields.decode(Int64.self, forKey: .id), name: fields.string(.name) ?? "")
    }

    /// Writes the directory's JSON.
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(name, forKey: .name)
    }
}
