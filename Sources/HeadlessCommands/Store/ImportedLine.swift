import IMModel
import IMWire

/// One line of an export, read back.
struct ImportedLine {
    /// The message; `MessageContent` is decoded by whoever has the codec.
    var kind: SessionKind
    var target: String
    var sender: Contact
    var isOutgoing: Bool
    var originID: String?
    var serverID: String?
    var timestamp: Int64
    var state: DeliveryState
    var type: MessageType
    var rawContent: String
    var replyTo: String?
    var anchor: String?
    var version: Int
    var readerCount: Int
    var tags: [String]
    var mentionsMe: Bool
    /// When the user saved it.
    var savedAt: Int64?

    /// Reads a line; `nil` for one that `imchat export` did not write.
    init?(_ bytes: [UInt8]) {
        guard let body = JSONText.decode(LineBody.self, from: bytes), let text = body.address,
            let address = ChatAddress(text),
            text == (address.kind == .system ? "system" : "\(address.kind.rawValue):\(address.target)"),
            address.kind == .system || address.kind == .customer || address.number != nil,
            let senderID = body.sender?.id, let time = body.time.flatMap({ TimeText.parse($0, now: 0) { _ in 0 } }),
            let state = StateWords.state(body.state ?? "", failure: body.failure), let type = body.type,
            let content = body.content
        else { return nil }
        kind = address.kind
        target = address.target
        sender = Contact(id: ContactID(senderID), name: body.sender?.name)
        isOutgoing = body.own ?? false
        originID = body.ids?.origin
        serverID = body.ids?.server
        timestamp = time
        self.type = MessageType(rawValue: type)
        if let raw = body.raw ?? content.text {
            rawContent = raw
        } else {
            // An object counts byte for byte.
            guard let place = JSONOutline(bytes, valuesOf: "content")?.values.first else { return nil }
            rawContent = String(decoding: bytes[place], as: UTF8.self)
        }
        replyTo = body.replyTo
        anchor = body.anchor
        version = body.version ?? 0
        readerCount = max(0, body.readers ?? 0)
        tags = body.tags ?? []
        mentionsMe = body.mentionsMe ?? false
        savedAt = body.saved.flatMap { TimeText.parse($0, now: 0) { _ in 0 } }
        // Nothing is sent by an import: what was on its way then was given up.
        switch state {
        case .waiting, .sending: self.state = .failed(.cancelled)
        default: self.state = state
        }
    }
}
