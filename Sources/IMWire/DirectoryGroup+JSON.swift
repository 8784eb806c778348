extension DirectoryGroup: Codable {
    private enum CodingKeys: String, CodingKey {
        case id = "group_id"
        case isSuper = "super"
        case isOpen = "open"
        case name, notice, master, members
    }

    /// Reads the directory's JSON; throws where a field that is needed is missing.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try fields.decode(Int64.self, forKey: .id), name: fields.string(.name) ?? "",
            notice: fields.string(.notice) ?? "", master: fields.integer(.master) ?? 0,
            isSuper: fields.flag(.isSuper) ?? false, isOpen: fields.flag(.isOpen) ?? false,
            members: fields.list(.members, Member.self)?.compactMap { $0 } ?? [])
    }

    /// Writes the directory's JSON.
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(name, forKey: .name)
        try fields.encode(notice, forKey: .notice)
        try fields.encode(master, forKey: .master)
        try fields.encode(isSuper ? 1 : 0, forKey: .isSuper)
        try fields.encode(isOpen ? 1 : 0, forKey: .isOpen)
        try fields.encode(members, forKey: .members)
    }
}

extension DirectoryGroup.Member: Codable {
    private enum CodingKeys: String, CodingKey {
        case uid, name, nickname
        case isMuted = "mute"
    }

    /// Reads the directory's JSON; throws where a field that is needed is missing.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            uid: try fields.decode(Int64.self, forKey: .uid), name: fields.string(.name) ?? "",
            nickname: fields.string(.nickname) ?? "", isMuted: fields.flag(.isMuted) ?? false)
    }

    /// Writes the directory's JSON.
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(uid, forKey: .uid)
        try fields.encode(name, forKey: .name)
        try fields.encode(nickname, forKey: .nickname)
        try fields.encode(isMuted ? 1 : 0, forKey: .isMuted)
    }
}
