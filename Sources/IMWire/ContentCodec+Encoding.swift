package import IMModel

extension ContentCodec {
    /// The text of a content of our own, or `nil` for kinds that are never sent (notification, system, revoked,
    /// unknown, a finished call's record).
    ///
    /// The order of keys is stable: the kind, its siblings, then the envelope. A custom kind is written as
    /// `{"TYPE": PAYLOAD}` with the payload as a JSON string. A revoke carries no uuid, as the other clients send it.
    package static func encode(_ content: MessageContent, envelope: ContentEnvelope = ContentEnvelope()) -> WireText? {
        var writer = JSONWriter()
        var envelope = envelope
        switch content {
        case .text(let text): write(text, to: &writer)
        case .image(let url, let width, let height):
            writer.object("image2") {
                $0.string("url", url)
                $0.integer("width", width)
                $0.integer("height", height)
            }
        case .audio(let url, let seconds):
            writer.object("audio") {
                $0.string("url", url)
                $0.integer("duration", seconds)
            }
        case .video(let video): write(video, to: &writer)
        case .file(let url, let name, let size):
            writer.object("file") {
                $0.string("url", url)
                $0.string("filename", name)
                $0.integer("size", size)
            }
        case .location(let latitude, let longitude, let address):
            writer.object("location") {
                $0.double("latitude", latitude)
                $0.double("longitude", longitude)
                $0.string("address", address)
            }
        case .link(let link):
            writer.object("link") {
                $0.string("image", link.image)
                $0.string("url", link.url)
                $0.string("title", link.title)
                $0.string("content", link.summary)
            }
        case .revoke(let originID):
            writer.object("revoke") { $0.string("msgid", originID) }
            envelope.uuid = nil
        case .readMark(let originID): writer.object("readed") { $0.string("msgid", originID) }
        case .tag(let originID, let tag, let added):
            writer.object("tag") {
                $0.string("msgid", originID)
                $0.string(added ? "add_tag" : "delete_tag", tag)
            }
        case .call(let call):
            guard let command = command(call.event) else { return nil }
            writer.object("voip") {
                $0.integer("command", command)
                $0.string("channel_id", call.channel)
            }
        case .custom(let type, let payload): writer.string(type.rawValue, payload)
        case .notification, .system, .revoked, .unknown: return nil
        }
        write(envelope, to: &writer)
        return WireText(bytes: writer.bytes)
    }

    /// The text that tells the peer that we type or stopped typing (section 14).
    package static func encodeTyping(_ isTyping: Bool) -> WireText {
        var writer = JSONWriter()
        writer.object("inputing") { $0.integer("state", isTyping ? 1 : 0) }
        return WireText(bytes: writer.bytes)
    }

    private static func write(_ text: TextContent, to writer: inout JSONWriter) {
        writer.string("text", text.text)
        guard !text.mentions.isEmpty else { return }
        writer.array("at", text.mentions.map { JSONWriter.identifier($0.id.rawValue) })
        writer.array("at_name", text.mentions.map { JSONWriter.quoted($0.name ?? "") })
    }

    private static func write(_ video: VideoContent, to writer: inout JSONWriter) {
        writer.object("video") {
            $0.string("url", video.url)
            $0.string("thumbnail", video.thumbnail)
            $0.integer("width", video.width)
            $0.integer("height", video.height)
            $0.integer("duration", video.seconds)
            $0.integer("size", video.size)
        }
    }

    private static func write(_ envelope: ContentEnvelope, to writer: inout JSONWriter) {
        writer.string("uuid", envelope.uuid)
        writer.string("reference", envelope.reference)
        if let group = envelope.groupID { writer.raw("group_id", JSONWriter.identifier(group)) }
        if let store = envelope.storeID { writer.raw("store_id", JSONWriter.identifier(store)) }
        writer.string("store_name", envelope.storeName)
        writer.string("session_id", envelope.sessionID)
        writer.string("name", envelope.name)
        writer.string("app_name", envelope.appName)
    }

    /// The number of a call command (section 6.10); `nil` for the record of a call, which stays at home.
    package static func command(_ event: CallContent.Event) -> Int? {
        switch event {
        case .dial(let video): video ? 9 : 1
        case .accept: 2
        case .connected: 3
        case .refuse: 4
        case .refused: 5
        case .hangUp: 6
        case .reset: 7
        case .talking: 8
        case .other(let number): number
        case .record: nil
        }
    }
}
