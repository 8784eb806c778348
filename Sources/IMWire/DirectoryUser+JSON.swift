extension DirectoryUser: Codable {
    private enum CodingKeys: String, CodingKey {
        case uid, name
        case appID = "appid"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            appID: fields.integer(.appID), uid: try fields.decode(Int64.self, forKey: .uid),
            name: fields.string(.name) ?? "")
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(appID, forKey: .appID)
        try fields.encode(uid, forKey: .uid)
        try fields.encode(name, forKey: .name)
    }
}
