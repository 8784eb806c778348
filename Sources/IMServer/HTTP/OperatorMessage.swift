internal import IMWire

/// A stored message as the operator interface and `GET /messages` tell it.
struct OperatorMessage: Codable, Equatable {
    private enum CodingKeys: String, CodingKey {
        case id, command, content, sender, receiver, timestamp
        case senderAppID = "sender_appid"
        case receiverAppID = "receiver_appid"
    }

    var id: Int64
    var command: Int64
    var content: String
    var sender: Int64
    var receiver: Int64
    var timestamp: Int64
    var senderAppID: Int64?
    var receiverAppID: Int64?

    /// A copy's message; `nil` for notifications and system lines, which are left out.
    init?(_ entry: QueueEntry) {
        id = entry.id
        command = Int64(entry.body.command.rawValue)
        switch entry.body {
        case .im(let message), .groupIM(let message):
            content = message.content.string
            sender = message.sender
            receiver = message.receiver
            timestamp = Int64(message.timestamp)
        case .customerV2(let message):
            content = message.content.string
            sender = message.sender
            receiver = message.receiver
            timestamp = Int64(message.timestamp)
            senderAppID = message.senderAppID
            receiverAppID = message.receiverAppID
        default: return nil
        }
    }
}
