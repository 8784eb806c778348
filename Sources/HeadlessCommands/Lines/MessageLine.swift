import Cells
import IMModel

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
    }

    static func json(_ message: Message, _ surroundings: Surroundings = Surroundings()) -> SafeText {
        var writer = JSONWriter()
        writer.string("kind", message.session.kind.rawValue)
        writer.string("address", message.session.address)
        writer.object("sender") { sender in
            sender.string("id", message.sender.id.rawValue)
            sender.string("name", message.sender.name)
        }
        writer.raw("own", message.isOutgoing ? "true".utf8 : "false".utf8)
        writer.object("ids") { ids in
            if message.id.rawValue != noID { ids.string("local", message.id.rawValue) }
            ids.string("origin", message.originID)
            ids.string("server", message.serverID)
        }
        writer.integer("key", surroundings.key)
        writer.string("time", TimeText.iso(message.timestamp))
        writer.string("state", StateWords.name(message.state))
        if case .failed(let failure) = message.state { writer.string("failure", StateWords.failure(failure)) }
        writer.string("type", message.type.rawValue)
        writer.string("replyTo", message.replyTo)
        if message.mentionsMe { writer.raw("mentionsMe", "true".utf8) }
        if surroundings.isComplete {
            if message.readerCount > 0 { writer.integer("readers", message.readerCount) }
            if message.version > 0 { writer.integer("version", message.version) }
            writer.string("anchor", message.anchor)
        }
        if !message.tags.isEmpty { writer.array("tags", message.tags.map(JSONWriter.quoted)) }
        let content = verbatim(message.rawContent)
        writer.raw("content", content ?? JSONWriter.quoted(message.rawContent))
        let line = String(decoding: writer.bytes, as: UTF8.self)
        let safe = TextSanitizer.json(line)
        // Where the object had to be touched, an export keeps the text as it travelled beside it.
        guard surroundings.isComplete, let content, content != Array(message.rawContent.utf8) || safe.string != line
        else { return safe }
        writer.string("raw", message.rawContent)
        return TextSanitizer.json(String(decoding: writer.bytes, as: UTF8.self))
    }

    /// The id of a message that no store has.
    static let noID = ""

    /// The text of a JSON object, on one line: outside of strings a line break is only a blank, inside there is none.
    static func verbatim(_ raw: String) -> [UInt8]? {
        var bytes = Array(raw.utf8)
        guard bytes.first == UInt8(ascii: "{") || bytes.contains(UInt8(ascii: "{")), JSONObject(bytes) != nil else {
            return nil
        }
        for index in bytes.indices where bytes[index] < 0x20 { bytes[index] = 0x20 }
        return bytes
    }
}
