internal import IMModel

/// Content texts to values and back (protocol document, section 8).
package enum ContentCodec {
    /// Reads a content. Never fails: what is no JSON object (or nests deeper than 128 levels) is plain text, shown as
    /// it is. Of several kinds the first in the order of the protocol document's table counts; a known kind with a
    /// wrong value gives way to the next kind in the same content, then to `.unknown`.
    ///
    /// Defined for odd input: one wrong value loses only its field; of equal keys the first counts; a lone surrogate
    /// reads as U+FFFD; numbers that do not fit are taken as not told; sizes below 0 are taken as 0. O(bytes).
    package static func decode(_ text: WireText) -> DecodedContent {
        guard let body = JSONText.decode(ContentBody.self, from: text.bytes) else {
            return DecodedContent(content: .text(TextContent(text.string)))
        }
        if let content = body.content { return DecodedContent(content: content, envelope: body.envelope) }
        return DecodedContent(
            content: .unknown(kind: body.unknownKind), envelope: body.envelope,
            isTyping: body.inputing?.state.map { $0 != 0 })
    }

    /// The content with another uuid and every other byte as it was: for forwarding, where a copy is a message of its
    /// own. A content without a uuid gets one at its start. Text that is no JSON object has no place for one and stays.
    package static func replacingUUID(in text: WireText, with uuid: String) -> WireText {
        guard let outline = JSONOutline(text.bytes, valuesOf: "uuid"),
            JSONText.decode(ContentBody.self, from: text.bytes) != nil
        else { return text }
        let value = JSONText.encode(uuid)
        var bytes = text.bytes
        if outline.values.isEmpty {
            let member = Array("\"uuid\":".utf8) + value + (outline.hasMembers ? [UInt8(ascii: ",")] : [])
            bytes.insert(contentsOf: member, at: outline.start)
        } else {
            for place in outline.values.reversed() { bytes.replaceSubrange(place, with: value) }
        }
        return WireText(bytes: bytes)
    }
}
