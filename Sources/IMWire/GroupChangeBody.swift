/// The inner object of a group notification (protocol document, section 7); each kind has some of the keys.
struct GroupChangeBody: Codable {
    private enum CodingKeys: String, CodingKey {
        case groupID = "group_id"
        case groupName = "group_name"
        case memberID = "member_id"
        case isSuper = "super"
        case name, nickname, notice, master, members, inviter, mute, timestamp
        case actor = "operator"
    }

    var groupID: JSONIdentifier?
    var groupName: String?
    var memberID: JSONIdentifier?
    /// The group's name in `create` and `update_name`, a person's elsewhere.
    var name: String?
    var nickname: String?
    var notice: String?
    var master: JSONIdentifier?
    var members: [PersonBody]?
    var inviter: PersonBody?
    /// Who did it: not in the real servers' notifications, whose clients pass over keys that they do not know.
    var actor: PersonBody?
    var mute: Bool?
    var isSuper: Bool?
    /// Seconds since 1970.
    var timestamp: Int64?

    /// Makes an empty body.
    init() {}

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        groupID = fields.identifier(.groupID)
        groupName = fields.string(.groupName)
        memberID = fields.identifier(.memberID)
        name = fields.string(.name)
        nickname = fields.string(.nickname)
        notice = fields.string(.notice)
        master = fields.identifier(.master)
        members = fields.list(.members)?.compactMap { $0 }
        inviter = fields.nested(.inviter)
        actor = fields.nested(.actor)
        mute = fields.flag(.mute)
        isSuper = fields.flag(.isSuper)
        timestamp = fields.integer(.timestamp)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(groupID, forKey: .groupID)
        try fields.encodeIfPresent(groupName, forKey: .groupName)
        try fields.encodeIfPresent(memberID, forKey: .memberID)
        try fields.encodeIfPresent(name, forKey: .name)
        try fields.encodeIfPresent(nickname, forKey: .nickname)
        try fields.encodeIfPresent(notice, forKey: .notice)
        try fields.encodeIfPresent(master, forKey: .master)
        try fields.encodeIfPresent(members, forKey: .members)
        try fields.encodeIfPresent(inviter, forKey: .inviter)
        try fields.encodeIfPresent(actor, forKey: .actor)
        // The other clients read numbers here.
        try fields.encodeIfPresent(mute.map { $0 ? 1 : 0 }, forKey: .mute)
        try fields.encodeIfPresent(isSuper.map { $0 ? 1 : 0 }, forKey: .isSuper)
        try fields.encodeIfPresent(timestamp, forKey: .timestamp)
    }
}
