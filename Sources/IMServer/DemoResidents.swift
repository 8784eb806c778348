internal import EventLoop
internal import IMModel
internal import IMWire

/// Users that live in the server, so that the first minute is not spent alone: an echo, a guide, a group that talks
/// when spoken to, a support desk. They never say anything on a timer.
package final class DemoResidents {
    /// The peer that answers each message with the same text.
    package static let echo: Int64 = 11
    /// The peer that explains the keys.
    package static let guide: Int64 = 12
    /// The members of the group.
    package static let crew: [Int64] = [21, 22, 23]
    /// The group.
    package static let group: Int64 = 10
    /// The room that everybody can enter.
    package static let lobby: Int64 = 1
    /// The support desk, a user of the support application.
    package static let support: Int64 = 9_001

    private unowned let core: ServerCore
    private let texts: DemoTexts
    private var turns = 0

    /// Moves the residents in: makes what is missing, and answers from now on. Keep the value as long as the server.
    package init(core: ServerCore, texts: DemoTexts = DemoTexts()) {
        self.core = core
        self.texts = texts
        settle()
        core.onNewUser = { [weak self] in self?.welcome($0) }
    }

    private func user(_ uid: Int64) -> UserKey { UserKey(appID: core.configuration.appID, uid: uid) }

    private var desk: UserKey { UserKey(appID: core.configuration.supportAppID, uid: Self.support) }

    private func settle() {
        core.putUser(user(Self.echo), name: texts.echoName)
        core.putUser(user(Self.guide), name: texts.guideName)
        for (uid, name) in zip(Self.crew, texts.crewNames) { core.putUser(user(uid), name: name) }
        core.putUser(desk, name: texts.supportName)
        if core.directory.groups[Self.group] == nil {
            _ = try? core.createGroup(
                id: Self.group, name: texts.groupName, master: user(Self.crew[0]), members: Self.crew)
        }
        core.residents[user(Self.echo)] = { [weak self] in self?.echo($0) }
        core.residents[user(Self.guide)] = { [weak self] in self?.explain($0) }
        core.residents[desk] = { [weak self] in self?.support($0) }
        for uid in Self.crew { core.residents[user(uid)] = { [weak self] in self?.talk($0) } }
    }

    /// A new user is shown around once. The guide speaks last: the client opens on the session that was last active.
    private func welcome(_ new: UserKey) {
        guard new.appID == core.configuration.appID else { return }
        core.post(from: user(Self.echo), to: new.uid, content: content(texts.echoGreeting))
        try? core.addMember(new.uid, to: Self.group, inviter: Self.crew[0])
        for (uid, text) in zip(Self.crew, texts.crewGreetings) {
            core.postGroup(from: user(uid), group: Self.group, content: content(text))
        }
        core.postCustomer(
            from: desk, to: new,
            content: content(
                texts.supportGreeting,
                ContentEnvelope(storeID: "1", storeName: texts.supportName, name: texts.supportName)))
        for text in texts.guide { core.post(from: user(Self.guide), to: new.uid, content: content(text), later: 1) }
    }

    private func content(_ text: String, _ envelope: ContentEnvelope = ContentEnvelope()) -> WireText {
        var envelope = envelope
        envelope.uuid = UUIDv4.make()
        return ContentCodec.encode(.text(TextContent(text)), envelope: envelope) ?? WireText(text)
    }

    /// The same content under a new uuid; what acts on other messages is not repeated.
    private func echo(_ message: ResidentMessage) {
        switch ContentCodec.decode(message.content).content {
        case .revoke, .readMark, .tag, .call, .revoked, .system, .notification: return
        case .text, .image, .audio, .video, .file, .location, .link, .custom, .unknown: break
        }
        let copy = ContentCodec.replacingUUID(in: message.content, with: UUIDv4.make())
        core.post(from: message.receiver, to: message.sender.uid, content: copy)
    }

    private func explain(_ message: ResidentMessage) {
        guard case .text = ContentCodec.decode(message.content).content else { return }
        defer { turns += 1 }
        core.post(
            from: message.receiver, to: message.sender.uid,
            content: content(texts.guideAnswers[turns % texts.guideAnswers.count]))
    }

    private func support(_ message: ResidentMessage) {
        let decoded = ContentCodec.decode(message.content)
        guard case .text = decoded.content else { return }
        var envelope = ContentEnvelope(
            storeID: decoded.envelope.storeID ?? "1", storeName: decoded.envelope.storeName ?? texts.supportName,
            sessionID: decoded.envelope.sessionID, name: texts.supportName)
        envelope.uuid = UUIDv4.make()
        core.postCustomer(
            from: message.receiver, to: message.sender, content: content(texts.supportAnswer, envelope))
    }

    /// One member of the crew answers what a guest says: the one that is mentioned, else
    /// whom the length of the message hits.
    private func talk(_ message: ResidentMessage) {
        guard !Self.crew.contains(message.sender.uid) else { return }
        guard message.group != nil else {
            echo(message)
            return
        }
        guard case .text(let text) = ContentCodec.decode(message.content).content else { return }
        let named = Self.crew.indices.first { place in
            text.mentions.contains { $0.id.rawValue == String(Self.crew[place]) }
                || text.text.contains("@\(texts.crewNames[place])")
        }
        let speaker = named ?? message.content.bytes.count % Self.crew.count
        // Every member hears the message; only the speaker's own copy makes it answer.
        guard message.receiver.uid == Self.crew[speaker] else { return }
        core.postGroup(
            from: message.receiver, group: message.group ?? Self.group, content: content(texts.crewAnswers[speaker]))
    }
}
