import IMModel

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

    /// Reads a line; `nil` for one that `imchat export` did not write.
    init?(_ bytes: [UInt8]) {
        guard let object = JSONObject(bytes), let text = object.string("address"), let address = ChatAddress(text),
            text == (address.kind == .system ? "system" : "\(address.kind.rawValue):\(address.target)"),
            let from = object.object("sender"), let senderID = from.string("id"),
            let time = object.string("time").flatMap({ TimeText.parse($0, now: 0) { _ in 0 } }),
            let state = StateWords.state(object.string("state") ?? "", failure: object.string("failure")),
            let type = object.string("type"), let content = object.range("content")
        else { return nil }
        kind = address.kind
        target = address.target
        guard kind == .system || kind == .customer || address.number != nil else { return nil }
        sender = Contact(id: ContactID(senderID), name: from.string("name"))
        isOutgoing = object.flag("own") ?? false
        let ids = object.object("ids")
        originID = ids?.string("origin")
        serverID = ids?.string("server")
        timestamp = time
        self.type = MessageType(rawValue: type)
        if let raw = object.string("raw") ?? object.string("content") {
            rawContent = raw
        } else {
            rawContent = String(decoding: object.bytes[content], as: UTF8.self)
        }
        replyTo = object.string("replyTo")
        anchor = object.string("anchor")
        version = object.integer("version").flatMap { Int(exactly: $0) } ?? 0
        readerCount = max(0, object.integer("readers").flatMap { Int(exactly: $0) } ?? 0)
        tags = (object.elements("tags") ?? []).compactMap { object.string($0) }
        mentionsMe = object.flag("mentionsMe") ?? false
        // Nothing is sent by an import: what was on its way then was given up.
        switch state {
        case .waiting, .sending: self.state = .failed(.cancelled)
        default: self.state = state
        }
    }
}
