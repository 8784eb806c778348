import IMModel

extension GroupNotification {
    /// The people it tells of, by what `contact` knows of them; a name that it brings itself gives way.
    func named(by contact: (ContactID) -> Contact?) -> GroupNotification {
        func named(_ person: Contact) -> Contact {
            guard let known = contact(person.id), known.name != nil else { return person }
            return known
        }
        var notification = self
        notification.actor = actor.map(named)
        switch change {
        case .create(let master, let name, let members):
            notification.change = .create(master: named(master), name: name, members: members.map(named))
        case .addMember(let member, let inviter):
            notification.change = .addMember(named(member), inviter: inviter.map(named))
        case .removeMember(let member): notification.change = .removeMember(named(member))
        case .nickname(let member, let name): notification.change = .nickname(member: named(member), name: name)
        case .mute(let member, let muted): notification.change = .mute(member: named(member), muted: muted)
        case .disband, .rename, .notice, .upgrade, .other: break
        }
        return notification
    }
}
