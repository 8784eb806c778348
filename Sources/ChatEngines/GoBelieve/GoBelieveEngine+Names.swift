import EventLoop
public import IMModel
import IMService
import MessageStore

extension GoBelieveEngine {
    /// Asks the directory for senders that nobody named yet, and goes on after the answers or a moment. Of many only the
    /// questions are put; the names come when they come.
    func learnNames(of items: [ReceivedBatch.Item], then proceed: @escaping () -> Void) {
        guard directory != nil, directoryRestsUntil.map({ $0 <= scheduler.now }) ?? true else { return proceed() }
        var unknown: [ContactID] = []
        // Also who brings a name himself is asked for: the directory knows better.
        for case .message(let message, _) in items {
            let id = message.sender.id
            guard GoBelieveAddress.number(id.rawValue) != nil, contacts[id]?.name == nil else { continue }
            if askedContacts.insert(id).inserted { unknown.append(id) }
        }
        guard !unknown.isEmpty else { return proceed() }
        guard unknown.count <= Self.namesAtOnce else {
            questions += unknown.map { ($0, {}) }
            ask()
            return proceed()
        }
        var open = unknown.count
        var hasProceeded = false
        let finish = {
            guard !hasProceeded else { return }
            hasProceeded = true
            proceed()
        }
        let timer = scheduler.schedule(after: Self.patience) { finish() }
        for id in unknown {
            let done = { [weak self] in
                open -= 1
                guard open == 0 else { return }
                self?.scheduler.cancel(timer)
                finish()
            }
            questions.append((id, done))
        }
        ask()
    }

    /// Puts the questions, a few at a time.
    private func ask() {
        guard let directory, !isAsking else { return }
        isAsking = true
        defer { isAsking = false }
        while openQuestions < Self.questionsAtOnce, !questions.isEmpty {
            let question = questions.removeFirst()
            openQuestions += 1
            directory.users(matching: question.id.rawValue) { [weak self] result in
                guard let self else { return }
                openQuestions -= 1
                switch result {
                case .success(let found):
                    if let match = found.first(where: { $0.id == question.id }) { named(match, source: .directory) }
                case .failure:
                    // Asked again when the sender writes again, and the directory has had a rest.
                    askedContacts.remove(question.id)
                    directoryRestsUntil = scheduler.now.advanced(by: Self.directoryRest)
                }
                question.done()
                ask()
            }
        }
    }

    private static let namesAtOnce = 50
    private static let questionsAtOnce = 20
    private static let directoryRest: Int64 = 30_000
    /// How long messages wait for names, in milliseconds.
    private static let patience: Int64 = 500

    /// A name became known.
    func named(_ contact: Contact, source: ContactSource) {
        store?.setContact(contact, source: source) { [weak self] result in
            guard let self, case .success(let kept) = result, contacts[kept.id] != kept else { return }
            contacts[kept.id] = kept
            emit(.contactChanged(kept))
            let peer = sessionID(.peer, kept.id.rawValue)
            if let session = sessionsByID[peer] {
                store?.setName(kept.name, of: session.id) { [weak self] result in
                    if case .success(let session) = result { self?.sessionsChanged([session]) }
                }
            }
        }
    }

    /// The name that somebody takes in a message, with the number behind it where it could be taken for another's: a
    /// known name, ours, a number, or a group's. Two may well be called the same, but not look like one.
    func credible(_ name: String?, of id: ContactID) -> String? {
        guard let name, id != me.id else { return name }
        let plain = Self.plain(name)
        guard let first = plain.first else { return nil }
        // As the list of sessions marks groups, rooms and others.
        let isSigned = "#&?*".contains(first) || plain.allSatisfy(\.isNumber)
        if takenNames == nil {
            var taken = [Self.plain(me.displayName): me.id]
            for contact in contacts.values { if let name = contact.name { taken[Self.plain(name)] = contact.id } }
            takenNames = taken
        }
        guard isSigned || (takenNames?[plain] ?? id) != id else { return name }
        return "\(name) #\(id.rawValue)"
    }

    /// A name as the eye takes it: without what cannot be seen, and in one case.
    private static func plain(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace }
            )
        ).lowercased()
    }

    /// Gives somebody a name of the user's own.
    public func setAlias(_ name: String?, for id: ContactID) { named(Contact(id: id, name: name), source: .alias) }

    /// Asks the directory for our groups and rooms, and keeps what it says.
    func refreshDirectory() {
        directory?.groups { [weak self] result in
            guard let self else { return }
            let groups: [DirectoryGroup]
            switch result {
            case .success(let found): groups = found
            case .failure(let failure): return directoryFailed(failure)
            }
            directoryFailures = 0
            for group in groups {
                let id = sessionID(.group, group.id)
                for member in group.members where member.name != nil && contacts[member.id]?.name != member.name {
                    named(member, source: .directory)
                }
                store?.setMembers(group.members.map { Contact(id: $0.id) }, of: id, completion: keepMembers)
                rename(id, to: group.name)
                groupNotices[id] = group.notice
            }
        }
        directory?.rooms { [weak self] result in
            guard let self, case .success(let rooms) = result else { return }
            for room in rooms { rename(sessionID(.room, room.id.rawValue), to: room.name) }
        }
    }

    /// Without names people are shown by their numbers, and everything else goes on; asked again with growing pauses.
    private func directoryFailed(_ failure: DirectoryFailure) {
        guard store != nil, directoryTimer == nil else { return }
        if directoryFailures == 0 { emit(.notice("no names: \(failure.reason)")) }
        directoryFailures += 1
        let pause = min(Self.longestDirectoryPause, Self.firstDirectoryPause << min(directoryFailures - 1, 10))
        directoryTimer = scheduler.schedule(after: pause) { [weak self] in
            guard let self else { return }
            directoryTimer = nil
            if case .online = connectionState { refreshDirectory() } else { directoryAskedAt = nil }
        }
    }

    private static let firstDirectoryPause: Int64 = 2_000
    private static let longestDirectoryPause: Int64 = 300_000

    func rename(_ session: SessionID, to name: String?) {
        guard let name, sessionsByID[session]?.name != name else { return }
        store?.setName(name, of: session) { [weak self] result in
            if case .success(let session) = result { self?.sessionsChanged([session]) }
        }
    }

    /// A customer message was committed. No directory names users of other applications, so a session without a name
    /// takes the one that the other side gives itself, else its store's.
    func customerWrote(_ details: MessageDetails, in session: SessionID) {
        guard sessionsByID[session]?.name == nil else { return }
        let name = credible(details.senderName, of: ContactID(session.target))
        rename(session, to: [name, details.storeName].compactMap { $0 }.first { !$0.isEmpty })
    }

    /// The session of the group that a notice is about.
    func groupSession(_ notice: GroupNotice) -> SessionID? {
        let id = notice.notification.groupID
        let target = id.isEmpty ? notice.superGroup.map(String.init) ?? "" : id
        return GoBelieveAddress.number(target) == nil ? nil : sessionID(.group, target)
    }

    /// What a notice changes about its group.
    func groupEffect(_ notice: GroupNotice) -> GroupEffect? {
        guard let session = groupSession(notice) else { return nil }
        let notification = notice.notification
        var effect = GroupEffect(session: session, name: notification.groupName)
        switch notification.change {
        case .create(_, let name, let members):
            effect.name = name
            effect.members = .are(members)
        case .rename(let name): effect.name = name
        case .addMember(let member, _): effect.members = .join(member)
        case .removeMember(let member): effect.members = .leave(member.id)
        case .nickname(let member, let name): effect.members = .nickname(member.id, name)
        case .upgrade, .disband, .notice, .mute, .other: break
        }
        return effect.name == nil && effect.members == nil ? nil : effect
    }

    /// A notice was committed with its effect: the names in it are news, and members that were asked for are read anew.
    func groupChanged(_ notice: GroupNotice) {
        if case .notice(let text) = notice.notification.change, let group = groupSession(notice) {
            groupNotices[group] = text
        }
        guard let effect = groupEffect(notice), let members = effect.members else { return }
        switch members {
        case .are(let people): for person in people where person.name != nil { named(person, source: .message) }
        case .join(let person): if person.name != nil { named(person, source: .message) }
        case .leave, .nickname: break
        }
        if groupMembers[effect.session] != nil { learnMembers(of: effect.session) }
    }
}
