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

    /// Reads a line of `imchat export`.
    init(_ bytes: [UInt8]) throws(ImportFault) {
        guard bytes.count < LineReader.lineLimit else {
            throw ImportFault("longer than \(LineReader.lineLimit >> 20) MiB")
        }
        guard let outline = JSONOutline(bytes, valuesOf: "content") else { throw ImportFault("no JSON object") }
        guard let body = JSONText.decode(LineBody.self, from: bytes) else {
            throw ImportFault("no JSON object, or one with a value of another kind than an export has")
        }
        let text = try Self.present(body.address, "address")
        let address = try Self.address(text)
        let senderID = try Self.present(body.sender?.id, "sender")
        guard let time = TimeText.parse(try Self.present(body.time, "time"), now: 0, offset: { _ in 0 }) else {
            throw ImportFault(#""time" is no ISO 8601 time"#)
        }
        // 0 stands for a time that nobody knows; what is before it would be taken for that.
        guard time >= 0 else { throw ImportFault(#""time" is before 1970"#) }
        let word = try Self.present(body.state, "state")
        guard let state = StateWords.state(word, failure: body.failure) else {
            throw ImportFault(#"unknown "state": \#(word.prefix(40))"#)
        }
        let type = try Self.present(body.type, "type")
        let content = try Self.present(body.content, "content")
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
            guard let place = outline.values.first else { throw ImportFault(#""content" is missing"#) }
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

    private static func present<Value>(_ value: Value?, _ name: String) throws(ImportFault) -> Value {
        guard let value else { throw ImportFault(#""\#(name)" is missing"#) }
        return value
    }

    /// Addresses stand in exports with numbers.
    private static func address(_ text: String) throws(ImportFault) -> ChatAddress {
        guard let address = ChatAddress(text),
            text == (address.kind == .system ? "system" : "\(address.kind.rawValue):\(address.target)"),
            address.kind == .system || address.kind == .customer || address.number != nil
        else { throw ImportFault(#""address" is no address with a number: \#(text.prefix(40))"#) }
        return address
    }
}
