import IMModel
import IMServer
import IMWire

/// What one queue of the server says, as the devices of one of its readers must show it.
struct ServerOrder {
    /// Who took back what.
    struct Revoke: Hashable {
        var address: String
        var author: String
        var originID: String
    }

    /// Marks of the rows by session address, in the server's order: the origin id, or the text where there is none. Of
    /// several copies only the first counts.
    private(set) var rows: [String: [String]] = [:]
    private(set) var revokes: Set<Revoke> = []
    /// What a notice last called a group.
    private(set) var groupNames: [String: String] = [:]
    private var seen: Set<String> = []

    /// Reads a queue as a user of an application.
    init(_ queue: [FrameBody], of reader: UserKey) {
        for body in queue { read(body, reader) }
    }

    private mutating func read(_ body: FrameBody, _ reader: UserKey) {
        switch body {
        case .im(let message):
            let other = message.sender == reader.uid ? message.receiver : message.sender
            read(message.content, at: "peer:\(other)", by: String(message.sender))
        case .groupIM(let message): read(message.content, at: "group:\(message.receiver)", by: String(message.sender))
        case .customerV2(let message):
            let isOwn = message.senderAppID == reader.appID && message.sender == reader.uid
            let other =
                isOwn ? "\(message.receiverAppID)/\(message.receiver)" : "\(message.senderAppID)/\(message.sender)"
            read(message.content, at: "customer:\(other)", by: isOwn ? String(message.sender) : other)
        case .groupNotification(let text):
            let notification = GroupNotificationCodec.decode(text)
            let address = "group:\(notification.groupID)"
            rows[address, default: []].append(text.string)
            if let name = notification.groupName { groupNames[address] = name }
            switch notification.change {
            case .rename(let name), .create(_, let name, _): groupNames[address] = name
            default: break
            }
        case .system(let text): rows["system", default: []].append(text.string)
        default: break
        }
    }

    private mutating func read(_ content: WireText, at address: String, by author: String) {
        let decoded = ContentCodec.decode(content)
        if case .revoke(let originID) = decoded.content {
            revokes.insert(Revoke(address: address, author: author, originID: originID))
        }
        guard decoded.content.type != .control else { return }
        guard let id = decoded.envelope.uuid else { return rows[address, default: []].append(content.string) }
        if seen.insert("\(address) \(author) \(id)").inserted { rows[address, default: []].append(id) }
    }
}
