import EventLoop
public import IMModel
import IMService
import MessageStore

extension GoBelieveEngine {
    /// Asks the directory for senders that nobody named yet, and goes on after the answer or a moment.
    func learnNames(of items: [ReceivedBatch.Item], then proceed: @escaping () -> Void) {
        var unknown: [ContactID] = []
        for case .message(let message, _) in items
        where message.sender.name == nil && !message.sender.id.rawValue.isEmpty {
            if askedContacts.insert(message.sender.id).inserted { unknown.append(message.sender.id) }
        }
        guard let directory, !unknown.isEmpty, unknown.count <= Self.namesAtOnce else { return proceed() }
        var open = unknown.count
        var hasProceeded = false
        let finish = {
            guard !hasProceeded else { return }
            hasProceeded = true
            proceed()
        }
        let timer = scheduler.schedule(after: Self.patience) { finish() }
        for id in unknown {
            directory.users(matching: id.rawValue) { [weak self] result in
                if case .success(let found) = result, let match = found.first(where: { $0.id == id }) {
                    self?.named(match, source: .directory)
                }
                open -= 1
                if open == 0 {
                    self?.scheduler.cancel(timer)
                    finish()
                }
            }
        }
    }

    private static let namesAtOnce = 50
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

    /// Gives somebody a name of the user's own.
    public func setAlias(_ name: String?, for id: ContactID) { named(Contact(id: id, name: name), source: .alias) }

    /// Asks the directory for our groups and rooms, and keeps what it says.
    func refreshDirectory() {
        directory?.groups { [weak self] result in
            guard let self, case .success(let groups) = result else { return }
            for group in groups {
                let id = sessionID(.group, group.id)
                for member in group.members where member.name != nil && contacts[member.id]?.name != member.name {
                    named(member, source: .directory)
                }
                store?.setMembers(group.members.map { Contact(id: $0.id) }, of: id) { [weak self] result in
                    if case .success(let session) = result { self?.sessionsChanged([session]) }
                }
                rename(id, to: group.name)
            }
        }
        directory?.rooms { [weak self] result in
            guard let self, case .success(let rooms) = result else { return }
            for room in rooms { rename(sessionID(.room, room.id.rawValue), to: room.name) }
        }
    }

    private func rename(_ session: SessionID, to name: String?) {
        guard let name, sessionsByID[session]?.name != name else { return }
        store?.setName(name, of: session) { [weak self] result in
            if case .success(let session) = result { self?.sessionsChanged([session]) }
        }
    }

    /// A group notification was committed: names and members follow it.
    func groupChanged(_ notification: GroupNotification, superGroup: Int64?) {
        let target = notification.groupID.isEmpty ? superGroup.map(String.init) ?? "" : notification.groupID
        guard GoBelieveAddress.number(target) != nil else { return }
        let id = sessionID(.group, target)
        let told: (Result<Session, StoreError>) -> Void = { [weak self] result in
            if case .success(let session) = result { self?.sessionsChanged([session]) }
        }
        if let name = notification.groupName { rename(id, to: name) }
        switch notification.change {
        case .create(_, let name, let members):
            rename(id, to: name)
            for member in members where member.name != nil { named(member, source: .message) }
            store?.setMembers(members.map { Contact(id: $0.id) }, of: id, completion: told)
        case .rename(let name): rename(id, to: name)
        case .addMember(let member, _):
            if member.name != nil { named(member, source: .message) }
            store?.addMember(Contact(id: member.id), to: id, completion: told)
        case .removeMember(let member): store?.removeMember(member.id, from: id, completion: told)
        case .nickname(let member, let name):
            store?.addMember(Contact(id: member.id, name: name), to: id, completion: told)
        case .upgrade: GoBelieveAddress.number(target).map { service?.followSuperGroup($0) }
        case .disband, .notice, .mute, .other: break
        }
    }
}
