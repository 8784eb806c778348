extension DirectoryUser: Codable {
    private enum CodingKeys: String, CodingKey {
        case uid, name
        case appID = "appid"
    }

    /// Reads the directory's JSON; throws where a field that is needed is missing.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            appID: fields.integer(.appID), uid: try fields.decode(Int64.self, forKey: .uid),
            name: fields.string(.name) ?? "")
    }

    /// Writes the directory's JSON.
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(appID, forKey: .appID)
        try fields.encode(uid, forKey: .uid)
        try fields.encode(name, forKey: .name)
    }
}
