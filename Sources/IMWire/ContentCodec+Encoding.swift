package import IMModel

extension ContentCodec {
    /// The text of a content of our own, or `nil` for kinds that are never sent (notification, system, revoked,
    /// unknown, a finished call's record).
    ///
    /// Keys are sorted. A custom kind is written as `{"TYPE": PAYLOAD}` with the payload as a JSON string. A revoke
    /// carries no uuid, as the other clients send it.
    package static func encode(_ content: MessageContent, envelope: ContentEnvelope = ContentEnvelope()) -> WireText? {
        guard var body = body(content) else { return nil }
        body.envelope = envelope
        if case .revoke = content { body.uuid = nil }
        return WireText(bytes: JSONText.encode(body))
    }

    /// The text that tells the peer that we type or stopped typing (section 14).
    package static func encodeTyping(_ isTyping: Bool) -> WireText {
        var body = ContentBody()
        body.inputing = TypingBody(isTyping: isTyping)
        return WireText(bytes: JSONText.encode(body))
    }

    private static func body(_ content: MessageContent) -> ContentBody? {
        var body = ContentBody()
        switch content {
        case .text(let text):
            body.text = text.text
            if !text.mentions.isEmpty {
                body.at = text.mentions.map { JSONIdentifier($0.id.rawValue) }
                body.atName = text.mentions.map { $0.name ?? "" }
            }
        case .image(let url, let width, let height): body.image2 = MediaBody(url: url, width: width, height: height)
        case .audio(let url, let seconds): body.audio = MediaBody(url: url, duration: seconds)
        case .video(let video):
            body.video = MediaBody(
                url: video.url, thumbnail: video.thumbnail, width: video.width, height: video.height,
                duration: video.seconds, size: video.size)
        case .file(let url, let name, let size): body.file = MediaBody(url: url, filename: name, size: size)
        case .location(let latitude, let longitude, let address):
            body.location = LocationBody(latitude: latitude, longitude: longitude, address: address)
        case .link(let link):
            body.link = LinkBody(url: link.url, title: link.title, content: link.summary, image: link.image)
        case .revoke(let originID): body.revoke = TargetBody(originID)
        case .readMark(let originID): body.readed = TargetBody(originID)
        case .tag(let originID, let tag, let added):
            body.tag = TargetBody(originID, addedTag: added ? tag : nil, deletedTag: added ? nil : tag)
        case .call(let call):
            guard let command = command(call.event) else { return nil }
            body.voip = CallBody(command: command, channelID: call.channel)
        case .custom(let type, let payload): body.custom = (type.rawValue, payload)
        case .notification, .system, .revoked, .unknown: return nil
        }
        return body
    }
}
