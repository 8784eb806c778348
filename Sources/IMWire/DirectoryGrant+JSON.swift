extension DirectoryGrant: Codable {
    private enum CodingKeys: String, CodingKey {
        case uid, token
        case appID = "appid"
    }

    /// Reads the directory's JSON; throws where a field that is needed is missing.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            appID: try fields.decode(Int64.self, forKey: .appID), uid: try fields.decode(Int64.self, forKey: .uid),
            token: try fields.decode(String.self, forKey: .token))
    }

    /// Writes the directory's JSON.
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(appID, forKey: .appID)
        try fields.encode(uid, forKey: .uid)
        try fields.encode(token, forKey: .token)
    }
}
