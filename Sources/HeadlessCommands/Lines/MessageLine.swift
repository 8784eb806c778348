import Cells
import IMModel
import IMWire
import MessageStore

/// A message as one line of JSON, for `tail --json`, `search --json` and exports.
///
/// The content stands there verbatim where it is a JSON object, so that nothing is lost; else as a string. Whatever could
/// act on a terminal is escaped: every line is pure text, and the same JSON value.
enum MessageLine {
    /// What a line tells beside the message.
    struct Surroundings {
        /// The place in the server's queue after this message, for `tail --since`.
        var key: Int64?
        /// Whether it is an export's line, which keeps everything that an import needs.
        var isComplete = false
        /// When the user saved it.
        var savedAt: Int64?
    }

    static func json(_ message: Message, _ surroundings: Surroundings = Surroundings()) -> SafeText {
        var body = LineBody(
            kind: message.session.kind.rawValue, address: message.session.address,
            sender: LineBody.Sender(id: message.sender.id.rawValue, name: message.sender.name),
            own: message.isOutgoing,
            ids: LineBody.IDs(
                local: message.id.rawValue == noID ? nil : message.id.rawValue, origin: message.originID,
                server: message.serverID),
            key: surroundings.key, time: TimeText.iso(message.timestamp), state: StateWords.name(message.state),
            type: message.type.rawValue, replyTo: message.replyTo, mentionsMe: message.mentionsMe ? true : nil,
            tags: message.tags.isEmpty ? nil : message.tags)
        if case .failed(let failure) = message.state { body.failure = FailureText.text(failure) }
        if surroundings.isComplete {
            body.readers = message.readerCount > 0 ? message.readerCount : nil
            body.version = message.version > 0 ? message.version : nil
            body.anchor = message.anchor
            body.saved = surroundings.savedAt.map { TimeText.iso($0) }
        }
        guard let content = verbatim(message.rawContent) else {
            body.content = LineContent(text: message.rawContent)
            return TextSanitizer.json(String(decoding: JSONText.encode(body), as: UTF8.self))
        }
        // Where the object had to be touched, an export keeps the text as it travelled beside it.
        if surroundings.isComplete, content != message.rawContent { body.raw = message.rawContent }
        let others = JSONText.encode(body).dropLast()
        return TextSanitizer.json(String(decoding: others, as: UTF8.self) + ",\"content\":" + content + "}")
    }

    /// The id of a message that no store has.
    static let noID = ""

    /// The text of a JSON object, on one line and pure, without the blanks around it: outside of strings a line break is
    /// only a blank, inside there is none. `nil` where it is no object, or so deep that the line around it would be none.
    private static func verbatim(_ raw: String) -> String? {
        var bytes = Array(raw.utf8)
        guard JSONText.isObject(bytes, withinDepth: JSONOutline.maximumDepth - 1) else { return nil }
        for index in bytes.indices where bytes[index] < 0x20 { bytes[index] = 0x20 }
        while bytes.last == 0x20 { bytes.removeLast() }
        return TextSanitizer.json(String(decoding: bytes.drop { $0 == 0x20 }, as: UTF8.self)).string
    }
}
