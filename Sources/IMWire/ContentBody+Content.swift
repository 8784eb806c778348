internal import IMModel

extension ContentBody {
    /// The content of the first kind, in their order, whose value is what the kind demands.
    var content: MessageContent? {
        if let text { return .text(TextContent(text, mentions: mentions)) }
        if let content = picture ?? sound ?? place { return content }
        if let notification { return .notification(GroupNotificationCodec.decode(WireText(notification))) }
        if let content = card ?? voip?.content.map({ .call($0) }) ?? film ?? attachment { return content }
        if let target = revoke?.originID?.text { return .revoke(originID: target) }
        if let target = readed?.originID?.text { return .readMark(originID: target) }
        if let target = tag?.originID?.text {
            if let added = tag?.addedTag { return .tag(originID: target, tag: added, added: true) }
            if let deleted = tag?.deletedTag { return .tag(originID: target, tag: deleted, added: false) }
        }
        return nil
    }

    private var mentions: [Contact] {
        let names = atName ?? []
        return (at ?? []).enumerated().compactMap { index, id in
            id.map { Contact(id: ContactID($0.text), name: index < names.count ? names[index] : nil) }
        }
    }

    private var picture: MessageContent? {
        if let image2, let url = image2.url {
            return .image(url: url, width: image2.width ?? 0, height: image2.height ?? 0)
        }
        return image.map { .image(url: $0, width: 0, height: 0) }
    }

    private var sound: MessageContent? {
        audio?.url.map { .audio(url: $0, seconds: audio?.duration ?? 0) }
    }

    private var place: MessageContent? {
        guard let latitude = location?.latitude, let longitude = location?.longitude else { return nil }
        return .location(latitude: latitude, longitude: longitude, address: location?.address)
    }

    private var card: MessageContent? {
        guard let link, let url = link.url else { return nil }
        return .link(
            LinkContent(url: url, title: link.title ?? "", summary: link.content ?? "", image: link.image))
    }

    private var film: MessageContent? {
        guard let video, let url = video.url else { return nil }
        return .video(
            VideoContent(
                url: url, thumbnail: video.thumbnail, width: video.width ?? 0, height: video.height ?? 0,
                seconds: video.duration ?? 0, size: video.size))
    }

    private var attachment: MessageContent? {
        guard let file, let url = file.url else { return nil }
        return .file(url: url, name: file.filename ?? "", size: file.size)
    }

    /// The envelope as read. An empty uuid would make all such messages copies of each other; senders write a group of
    /// 0 where there is none.
    var envelope: ContentEnvelope {
        get {
            let group = filled(groupID)
            return ContentEnvelope(
                uuid: filled(uuid), reference: filled(reference), groupID: group == "0" ? nil : group,
                storeID: filled(storeID), storeName: storeName, sessionID: filled(sessionID), name: name,
                appName: appName)
        }
        set {
            uuid = newValue.uuid.map { JSONIdentifier($0) }
            reference = newValue.reference.map { JSONIdentifier($0) }
            groupID = newValue.groupID.map { JSONIdentifier($0) }
            storeID = newValue.storeID.map { JSONIdentifier($0) }
            storeName = newValue.storeName
            sessionID = newValue.sessionID.map { JSONIdentifier($0) }
            name = newValue.name
            appName = newValue.appName
        }
    }

    private func filled(_ id: JSONIdentifier?) -> String? {
        id.flatMap { $0.text.isEmpty ? nil : $0.text }
    }
}
