internal import IMModel

/// Content texts to values and back (protocol document, section 8).
package enum ContentCodec {
    /// Keys that go beside a kind and never name one.
    static let envelopeKeys: Set<String> = [
        "uuid", "group_id", "reference", "store_id", "store_name", "session_id", "name", "app_name", "at", "at_name",
    ]

    /// The kinds in the order in which they are looked for: a content should hold one, and where it holds several the
    /// first of this list counts. The order is that of the protocol document's table.
    static let kinds = [
        "text", "image2", "image", "audio", "location", "notification", "link", "headline", "voip", "group_voip",
        "p2p_session", "secret", "video", "file", "revoke", "ack", "classroom", "conference", "readed", "tag",
        "inputing",
    ]

    /// Reads a content. Never fails: what is no JSON object (or nests deeper than 128 levels) is plain text, shown as
    /// it is; a known kind with a wrong value gives way to the next kind in the same content, then to `.unknown`.
    ///
    /// Defined for odd input: of equal keys the last counts; a lone surrogate reads as U+FFFD; numbers that do not fit
    /// are taken as not told; sizes below 0 are taken as 0. O(bytes).
    package static func decode(_ text: WireText) -> DecodedContent {
        guard let object = JSONObject(text.bytes) else {
            return DecodedContent(content: .text(TextContent(text.string)))
        }
        let envelope = ContentEnvelope(
            uuid: filled(object.identifier("uuid")), reference: filled(object.identifier("reference")),
            groupID: groupID(object), storeID: filled(object.identifier("store_id")),
            storeName: object.string("store_name"), sessionID: filled(object.identifier("session_id")),
            name: object.string("name"), appName: object.string("app_name"))
        var firstKind: String?
        for kind in kinds where object.has(kind) {
            if kind == "inputing", let state = object.object(kind)?.integer("state") {
                return DecodedContent(content: .unknown(kind: kind), envelope: envelope, isTyping: state != 0)
            }
            if let content = content(kind, in: object) { return DecodedContent(content: content, envelope: envelope) }
            firstKind = firstKind ?? kind
        }
        let kind = firstKind ?? object.members.first { !envelopeKeys.contains($0.key) }?.key
        return DecodedContent(content: .unknown(kind: kind), envelope: envelope)
    }

    private static func filled(_ text: String?) -> String? {
        // An empty uuid would make all such messages copies of each other.
        text.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func groupID(_ object: JSONObject) -> String? {
        // Senders write 0 where there is no group.
        filled(object.identifier("group_id")).flatMap { $0 == "0" ? nil : $0 }
    }

    /// The content with another uuid and every other byte as it was: for forwarding, where a copy is a message of its
    /// own. A content without a uuid gets one at its end. Text that is no JSON object has no place for one and stays.
    package static func replacingUUID(in text: WireText, with uuid: String) -> WireText {
        guard let object = JSONObject(text.bytes) else { return text }
        let value = JSONWriter.quoted(uuid)
        var bytes = text.bytes
        let places = object.members.filter { $0.key == "uuid" }
        if places.isEmpty {
            let member = (object.members.isEmpty ? [] : [UInt8(ascii: ",")]) + Array("\"uuid\":".utf8) + value
            bytes.insert(contentsOf: member, at: object.end)
        } else {
            for place in places.reversed() { bytes.replaceSubrange(place.value, with: value) }
        }
        return WireText(bytes: bytes)
    }
}
