package import IMModel

/// Group notifications to values and back (protocol document, section 7).
package enum GroupNotificationCodec {
    /// The kinds in the order in which they are looked for.
    private static let kinds = [
        "create", "disband", "update_name", "update_notice", "add_member", "quit_group", "upgrade",
        "update_member_nickname", "update_member_mute",
    ]

    /// Reads a notification. Never fails: what is not known, or lacks what its kind needs, is `.other` with the outer
    /// key (the first by the alphabet), or with the whole text where that is no JSON object. O(bytes).
    package static func decode(_ text: WireText) -> GroupNotification {
        guard let outer = JSONText.decode([String: LenientElement<GroupChangeBody>].self, from: text.bytes) else {
            return GroupNotification(groupID: "", change: .other(text.string))
        }
        let kind = kinds.first { outer[$0]?.value != nil } ?? outer.keys.min() ?? ""
        guard let inner = outer[kind]?.value else { return GroupNotification(groupID: "", change: .other(kind)) }
        // `create` and `update_name` carry the group's name as `name`; elsewhere that is a person's.
        let groupName = inner.groupName ?? (kind == "create" || kind == "update_name" ? inner.name : nil)
        return GroupNotification(
            groupID: inner.groupID?.text ?? "", groupName: groupName, change: change(kind, inner) ?? .other(kind),
            timestamp: inner.timestamp ?? 0, actor: inner.actor?.contact)
    }

    private static func change(_ kind: String, _ inner: GroupChangeBody) -> GroupNotification.Change? {
        switch kind {
        case "create": inner.master.map { create(master: ContactID($0.text), inner) }
        case "disband": .disband
        case "update_name": inner.name.map { .rename($0) }
        case "update_notice": inner.notice.map { .notice($0) }
        case "add_member": member(inner, name: inner.name).map { .addMember($0, inviter: inner.inviter?.contact) }
        case "quit_group": member(inner, name: inner.name).map { .removeMember($0) }
        case "upgrade": .upgrade
        case "update_member_nickname":
            member(inner).flatMap { member in inner.nickname.map { .nickname(member: member, name: $0) } }
        case "update_member_mute":
            member(inner, name: inner.name).flatMap { member in inner.mute.map { .mute(member: member, muted: $0) } }
        default: nil
        }
    }

    private static func create(master: ContactID, _ inner: GroupChangeBody) -> GroupNotification.Change {
        let members = (inner.members ?? []).map(\.contact)
        // The master comes as a bare id; the name, where told, is among the members.
        let person = members.first { $0.id == master } ?? Contact(id: master)
        return .create(master: person, name: inner.name ?? "", members: members)
    }

    private static func member(_ inner: GroupChangeBody, name: String? = nil) -> Contact? {
        inner.memberID.map { Contact(id: ContactID($0.text), name: name) }
    }

    /// Writes a notification as the server's API does, keys sorted; `.other` is written with an empty inner part.
    package static func encode(_ notification: GroupNotification) -> WireText {
        var inner = GroupChangeBody()
        inner.groupID = JSONIdentifier(notification.groupID)
        inner.timestamp = notification.timestamp
        inner.groupName = notification.groupName
        inner.actor = notification.actor.map { PersonBody($0) }
        let kind = fill(&inner, notification.change)
        return WireText(bytes: JSONText.encode([kind: inner]))
    }

    /// Fills in what a change tells; answers the outer key.
    private static func fill(_ inner: inout GroupChangeBody, _ change: GroupNotification.Change) -> String {
        switch change {
        case .create(let master, let name, let members):
            inner.groupName = nil
            inner.master = JSONIdentifier(master.id.rawValue)
            inner.name = name
            inner.members = members.map { PersonBody($0) }
            return "create"
        case .disband: return "disband"
        case .rename(let name):
            inner.name = name
            return "update_name"
        case .notice(let notice):
            inner.notice = notice
            return "update_notice"
        case .addMember(let member, let inviter):
            fill(&inner, member)
            inner.name = member.name
            inner.inviter = inviter.map { PersonBody($0) }
            return "add_member"
        case .removeMember(let member):
            fill(&inner, member)
            inner.name = member.name
            return "quit_group"
        case .upgrade:
            inner.isSuper = true
            return "upgrade"
        case .nickname(let member, let name):
            fill(&inner, member)
            inner.nickname = name
            return "update_member_nickname"
        case .mute(let member, let muted):
            fill(&inner, member)
            // Not in the real server's, whose clients pass over keys that they do not know.
            inner.name = member.name
            inner.mute = muted
            return "update_member_mute"
        case .other(let key): return key
        }
    }

    private static func fill(_ inner: inout GroupChangeBody, _ member: Contact) {
        inner.memberID = JSONIdentifier(member.id.rawValue)
    }
}
