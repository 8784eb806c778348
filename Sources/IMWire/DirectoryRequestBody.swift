/// What a directory call carries (protocol document, section 10.2); each call has some of the keys.
struct DirectoryRequestBody: Codable {
    private enum CodingKeys: String, CodingKey {
        case uid, name, members, mute, open, notice, nickname, quiet
        case doNotDisturb = "do_not_disturb"
        case userName = "user_name"
        case platformID = "platform_id"
        case deviceID = "device_id"
        case isSuper = "super"
    }

    var uid: Int64?
    var userName: String?
    var platformID: Int64?
    var deviceID: String?
    var name: String?
    var isSuper: Bool?
    var members: [Int64]?
    var mute: Bool?
    var open: Bool?
    var notice: String?
    var nickname: String?
    var doNotDisturb: Bool?

    /// Makes an empty body.
    init() {}

    /// Reads a body. A list stands for its members: the real interface takes both.
    static func read(_ bytes: [UInt8]) -> DirectoryRequestBody? {
        let isList = bytes.first { $0 > 0x20 } == UInt8(ascii: "[")
        return JSONText.decode(
            DirectoryRequestBody.self, from: isList ? Array("{\"members\":".utf8) + bytes + [UInt8(ascii: "}")] : bytes)
    }

    /// Whom the body names: `members`, or the one that is `uid`.
    var everybody: [Int64]? { members ?? uid.map { [$0] } }

    /// Reads a body. A wrong user id is refused rather than overlooked, for that would make a new user; so is a list
    /// of members with a wrong one among them.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        uid = try fields.decodeIfPresent(Int64.self, forKey: .uid)
        userName = fields.string(.userName)
        platformID = fields.integer(.platformID)
        deviceID = fields.string(.deviceID)
        name = fields.string(.name)
        isSuper = fields.flag(.isSuper)
        mute = fields.flag(.mute)
        open = fields.flag(.open)
        notice = fields.string(.notice)
        nickname = fields.string(.nickname)
        doNotDisturb = fields.flag(.doNotDisturb) ?? fields.flag(.quiet)
        let ids = fields.nested(.members, [PersonBody].self)?.map { Int64($0.uid.text) }
        members = ids.flatMap { $0.contains(nil) ? nil : $0.compactMap { $0 } }
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(uid, forKey: .uid)
        try fields.encodeIfPresent(userName, forKey: .userName)
        try fields.encodeIfPresent(platformID, forKey: .platformID)
        try fields.encodeIfPresent(deviceID, forKey: .deviceID)
        try fields.encodeIfPresent(name, forKey: .name)
        try fields.encodeIfPresent(isSuper.map { $0 ? 1 : 0 }, forKey: .isSuper)
        try fields.encodeIfPresent(members, forKey: .members)
        try fields.encodeIfPresent(mute.map { $0 ? 1 : 0 }, forKey: .mute)
        try fields.encodeIfPresent(notice, forKey: .notice)
        try fields.encodeIfPresent(open.map { $0 ? 1 : 0 }, forKey: .open)
        try fields.encodeIfPresent(nickname, forKey: .nickname)
        try fields.encodeIfPresent(doNotDisturb.map { $0 ? 1 : 0 }, forKey: .doNotDisturb)
    }
}
