package import IMModel

extension ContentCodec {
    /// The content of one kind, or `nil` where its value is not what the kind demands.
    static func content(_ kind: String, in object: JSONObject) -> MessageContent? {
        switch kind {
        case "text": object.string(kind).map { .text(TextContent($0, mentions: mentions(object))) }
        case "image": object.string(kind).map { .image(url: $0, width: 0, height: 0) }
        case "notification": object.string(kind).map { .notification(GroupNotificationCodec.decode(WireText($0))) }
        default: object.object(kind).flatMap { content(kind, inner: $0) }
        }
    }

    private static func content(_ kind: String, inner: JSONObject) -> MessageContent? {
        switch kind {
        case "image2":
            inner.string("url").map { .image(url: $0, width: count(inner, "width"), height: count(inner, "height")) }
        case "audio": inner.string("url").map { .audio(url: $0, seconds: count(inner, "duration")) }
        case "location": location(inner)
        case "link": link(inner)
        case "voip": call(inner)
        case "video":
            inner.string("url").map { url in
                .video(
                    VideoContent(
                        url: url, thumbnail: inner.string("thumbnail"), width: count(inner, "width"),
                        height: count(inner, "height"), seconds: count(inner, "duration"), size: size(inner)))
            }
        case "file":
            inner.string("url").map { .file(url: $0, name: inner.string("filename") ?? "", size: size(inner)) }
        case "revoke": target(inner).map { .revoke(originID: $0) }
        case "readed": target(inner).map { .readMark(originID: $0) }
        case "tag": tag(inner)
        default: nil
        }
    }

    private static func mentions(_ object: JSONObject) -> [Contact] {
        let names = object.elements("at_name") ?? []
        return (object.elements("at") ?? []).enumerated().compactMap { index, range in
            object.identifier(range).map { id in
                Contact(id: ContactID(id), name: index < names.count ? object.string(names[index]) : nil)
            }
        }
    }

    private static func target(_ inner: JSONObject) -> String? {
        inner.identifier("msgid").flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func tag(_ inner: JSONObject) -> MessageContent? {
        guard let target = target(inner) else { return nil }
        if let added = inner.string("add_tag") { return .tag(originID: target, tag: added, added: true) }
        return inner.string("delete_tag").map { .tag(originID: target, tag: $0, added: false) }
    }

    private static func location(_ inner: JSONObject) -> MessageContent? {
        guard let latitude = inner.double("latitude"), let longitude = inner.double("longitude") else { return nil }
        return .location(latitude: latitude, longitude: longitude, address: inner.string("address"))
    }

    private static func link(_ inner: JSONObject) -> MessageContent? {
        guard let url = inner.string("url") else { return nil }
        return .link(
            LinkContent(
                url: url, title: inner.string("title") ?? "", summary: inner.string("content") ?? "",
                image: inner.string("image")))
    }

    /// A call command (`command`, section 6.10) or the local record of a call (`flag`, `duration`, section 8).
    private static func call(_ inner: JSONObject) -> MessageContent? {
        let channel = inner.identifier("channel_id")
        if let command = inner.integer("command") {
            return .call(CallContent(event: event(command), channel: channel))
        }
        guard inner.has("duration") || inner.has("flag") || inner.has("video_enabled") else { return nil }
        let record = CallContent.Event.record(
            seconds: count(inner, "duration"), video: inner.flag("video_enabled") ?? false)
        return .call(CallContent(event: record, channel: channel))
    }

    /// The event behind a call command's number (section 6.10).
    package static func event(_ command: Int64) -> CallContent.Event {
        switch command {
        case 1: .dial(video: false)
        case 2: .accept
        case 3: .connected
        case 4: .refuse
        case 5: .refused
        case 6: .hangUp
        case 7: .reset
        case 8: .talking
        case 9: .dial(video: true)
        default: .other(Int(clamping: command))
        }
    }

    private static func count(_ inner: JSONObject, _ key: String) -> Int {
        // Fractions occur (a duration of 3.2 s); the nearest whole number is what is shown.
        guard let value = inner.double(key), value > 0 else { return 0 }
        return Int(exactly: value.rounded()) ?? 0
    }

    private static func size(_ inner: JSONObject) -> Int64? {
        inner.integer("size").flatMap { $0 < 0 ? nil : $0 }
    }
}
