internal import IMWire

/// The JSON that some operator calls carry; each has some of the keys.
struct OperatorRequestBody: Decodable {
    private enum CodingKeys: String, CodingKey {
        case appid, receivers, receiver, content, notification, members, sender
        case groupID = "group_id"
        case isSuper = "super"
        case senderAppID = "sender_appid"
        case receiverAppID = "receiver_appid"
    }

    var appid: Int64?
    var receivers: [Int64]?
    var receiver: Int64?
    var content: String?
    var notification: String?
    var members: [Int64]?
    var sender: Int64?
    var groupID: Int64?
    var isSuper: Bool?
    var senderAppID: Int64?
    var receiverAppID: Int64?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        appid = try fields.decodeIfPresent(Int64.self, forKey: .appid)
        receivers = try fields.decodeIfPresent([Int64].self, forKey: .receivers)
        receiver = try fields.decodeIfPresent(Int64.self, forKey: .receiver)
        content = try fields.decodeIfPresent(String.self, forKey: .content)
        notification = try fields.decodeIfPresent(String.self, forKey: .notification)
        members = try fields.decodeIfPresent([Int64].self, forKey: .members)
        sender = try fields.decodeIfPresent(Int64.self, forKey: .sender)
        groupID = try fields.decodeIfPresent(Int64.self, forKey: .groupID)
        senderAppID = try fields.decodeIfPresent(Int64.self, forKey: .senderAppID)
        receiverAppID = try fields.decodeIfPresent(Int64.self, forKey: .receiverAppID)
        // A number or a switch.
        isSuper =
            (try? fields.decodeIfPresent(Bool.self, forKey: .isSuper))
            ?? (try? fields.decodeIfPresent(Int64.self, forKey: .isSuper)).map { $0 != 0 }
    }

    static func read(_ bytes: [UInt8]) throws(DirectoryFault) -> OperatorRequestBody {
        guard let body = JSONText.decode(OperatorRequestBody.self, from: bytes) else {
            throw DirectoryFault(status: 400, message: "invalid json format")
        }
        return body
    }
}
