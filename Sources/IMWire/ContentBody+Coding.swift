extension ContentBody {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        // One look at the keys that are there, rather than one for each key that could be.
        for key in fields.allKeys { read(key, fields) }
        if content == nil { unknownKind = try Self.unknownKind(fields, decoder) }
    }

    private mutating func read(_ key: CodingKeys, _ fields: KeyedDecodingContainer<CodingKeys>) {
        switch key {
        case .text: text = fields.string(key)
        case .image2: image2 = fields.nested(key)
        case .image: image = fields.string(key)
        case .audio: audio = fields.nested(key)
        case .location: location = fields.nested(key)
        case .notification: notification = fields.string(key)
        case .link: link = fields.nested(key)
        case .voip: voip = fields.nested(key)
        case .video: video = fields.nested(key)
        case .file: file = fields.nested(key)
        case .revoke: revoke = fields.nested(key)
        case .readed: readed = fields.nested(key)
        case .tag: tag = fields.nested(key)
        case .inputing: inputing = fields.nested(key)
        case .headline, .groupVoip, .p2pSession, .secret, .ack, .classroom, .conference: break
        case .at: at = fields.list(key)
        case .atName: atName = fields.list(key)
        case .uuid: uuid = fields.identifier(key)
        case .reference: reference = fields.identifier(key)
        case .groupID: groupID = fields.identifier(key)
        case .storeID: storeID = fields.identifier(key)
        case .storeName: storeName = fields.string(key)
        case .sessionID: sessionID = fields.identifier(key)
        case .name: name = fields.string(key)
        case .appName: appName = fields.string(key)
        }
    }

    /// The first known kind that is there, else the first other key by the alphabet: the decoder forgets the order.
    private static func unknownKind(
        _ fields: KeyedDecodingContainer<CodingKeys>, _ decoder: any Decoder
    ) throws -> String? {
        if let kind = kinds.first(where: { fields.has($0) }) { return kind.rawValue }
        let keys = try decoder.container(keyedBy: JSONKey.self).allKeys.map(\.stringValue)
        return keys.filter { CodingKeys(rawValue: $0) == nil }.min()
    }

    func encode(to encoder: any Encoder) throws {
        if let custom {
            var fields = encoder.container(keyedBy: JSONKey.self)
            try fields.encode(custom.payload, forKey: JSONKey(custom.key))
        }
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(text, forKey: .text)
        try fields.encodeIfPresent(image2, forKey: .image2)
        try fields.encodeIfPresent(image, forKey: .image)
        try fields.encodeIfPresent(audio, forKey: .audio)
        try fields.encodeIfPresent(location, forKey: .location)
        try fields.encodeIfPresent(link, forKey: .link)
        try fields.encodeIfPresent(voip, forKey: .voip)
        try fields.encodeIfPresent(video, forKey: .video)
        try fields.encodeIfPresent(file, forKey: .file)
        try fields.encodeIfPresent(revoke, forKey: .revoke)
        try fields.encodeIfPresent(readed, forKey: .readed)
        try fields.encodeIfPresent(tag, forKey: .tag)
        try fields.encodeIfPresent(inputing, forKey: .inputing)
        try fields.encodeIfPresent(at, forKey: .at)
        try fields.encodeIfPresent(atName, forKey: .atName)
        // The rest are strings in every client, but for the numbers of group and store.
        try fields.encodeIfPresent(uuid?.text, forKey: .uuid)
        try fields.encodeIfPresent(reference?.text, forKey: .reference)
        try fields.encodeIfPresent(groupID, forKey: .groupID)
        try fields.encodeIfPresent(storeID, forKey: .storeID)
        try fields.encodeIfPresent(storeName, forKey: .storeName)
        try fields.encodeIfPresent(sessionID?.text, forKey: .sessionID)
        try fields.encodeIfPresent(name, forKey: .name)
        try fields.encodeIfPresent(appName, forKey: .appName)
    }
}
