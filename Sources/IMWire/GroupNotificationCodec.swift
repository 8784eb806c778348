package import IMModel

/// Group notifications to values and back (protocol document, section 7).
package enum GroupNotificationCodec {
    /// The kinds in the order in which they are looked for.
    private static let kinds = [
        "create", "disband", "update_name", "update_notice", "add_member", "quit_group", "upgrade",
        "update_member_nickname", "update_member_mute",
    ]

    /// Reads a notification. Never fails: what is not known, or lacks what its kind needs, is `.other` with the outer
    /// key, or with the whole text where that is no JSON object. O(bytes).
    package static func decode(_ text: WireText) -> GroupNotification {
        guard let outer = JSONObject(text.bytes) else {
            return GroupNotification(groupID: "", change: .other(text.string))
        }
        let known = kinds.first { outer.object($0) != nil }
        let kind = known ?? outer.members.first?.key ?? ""
        guard let inner = outer.object(kind) else { return GroupNotification(groupID: "", change: .other(kind)) }
        return GroupNotification(
            groupID: inner.identifier("group_id") ?? "", groupName: inner.string("group_name") ?? inner.groupName(kind),
            change: change(kind, inner) ?? .other(kind), timestamp: inner.integer("timestamp") ?? 0)
    }

    private static func change(_ kind: String, _ inner: JSONObject) -> GroupNotification.Change? {
        switch kind {
        case "create":
            inner.identifier("master").map { create(master: ContactID($0), inner) }
        case "disband": .disband
        case "update_name": inner.string("name").map { .rename($0) }
        case "update_notice": inner.string("notice").map { .notice($0) }
        case "add_member":
            member(inner, named: "name").map { .addMember($0, inviter: inner.object("inviter").flatMap(person)) }
        case "quit_group": member(inner, named: "name").map { .removeMember($0) }
        case "upgrade": .upgrade
        case "update_member_nickname":
            member(inner, named: nil).flatMap { member in
                inner.string("nickname").map { .nickname(member: member, name: $0) }
            }
        case "update_member_mute":
            member(inner, named: nil).flatMap { member in
                inner.flag("mute").map { .mute(member: member, muted: $0) }
            }
        default: nil
        }
    }

    private static func create(master: ContactID, _ inner: JSONObject) -> GroupNotification.Change {
        let members = members(inner)
        // The master comes as a bare id; the name, where told, is among the members.
        let person = members.first { $0.id == master } ?? Contact(id: master)
        return .create(master: person, name: inner.string("name") ?? "", members: members)
    }

    /// Members come as ids or as `{uid, name, avatar}`, perhaps mixed.
    private static func members(_ inner: JSONObject) -> [Contact] {
        (inner.elements("members") ?? []).compactMap { range in
            if let object = inner.object(range) { return person(object) }
            return inner.identifier(range).map { Contact(id: ContactID($0)) }
        }
    }

    private static func person(_ object: JSONObject) -> Contact? {
        object.identifier("uid").map { Contact(id: ContactID($0), name: object.string("name")) }
    }

    private static func member(_ inner: JSONObject, named key: String?) -> Contact? {
        inner.identifier("member_id").map { Contact(id: ContactID($0), name: key.flatMap { inner.string($0) }) }
    }

    /// Writes a notification as the server's API does; `.other` is written with an empty inner part.
    package static func encode(_ notification: GroupNotification) -> WireText {
        var writer = JSONWriter()
        let (key, fill) = parts(notification.change)
        writer.object(key) { inner in
            inner.raw("group_id", JSONWriter.identifier(notification.groupID))
            if key != "create" { inner.string("group_name", notification.groupName) }
            fill(&inner)
            inner.integer("timestamp", notification.timestamp)
        }
        return WireText(bytes: writer.bytes)
    }

    private static func parts(_ change: GroupNotification.Change) -> (String, (inout JSONWriter) -> Void) {
        switch change {
        case .create(let master, let name, let members):
            (
                "create",
                { writer in
                    writer.raw("master", JSONWriter.identifier(master.id.rawValue))
                    writer.string("name", name)
                    writer.array("members", members.map { encoded($0) })
                }
            )
        case .disband: ("disband", { _ in })
        case .rename(let name): ("update_name", { $0.string("name", name) })
        case .notice(let notice): ("update_notice", { $0.string("notice", notice) })
        case .addMember(let member, let inviter):
            (
                "add_member",
                { writer in
                    writer.raw("member_id", JSONWriter.identifier(member.id.rawValue))
                    writer.string("name", member.name)
                    if let inviter { writer.raw("inviter", encoded(inviter)) }
                }
            )
        case .removeMember(let member):
            (
                "quit_group",
                { writer in
                    writer.raw("member_id", JSONWriter.identifier(member.id.rawValue))
                    writer.string("name", member.name)
                }
            )
        case .upgrade: ("upgrade", { $0.integer("super", 1) })
        case .nickname(let member, let name):
            (
                "update_member_nickname",
                { writer in
                    writer.raw("member_id", JSONWriter.identifier(member.id.rawValue))
                    writer.string("nickname", name)
                }
            )
        case .mute(let member, let muted):
            (
                "update_member_mute",
                { writer in
                    writer.raw("member_id", JSONWriter.identifier(member.id.rawValue))
                    writer.integer("mute", muted ? 1 : 0)
                }
            )
        case .other(let key): (key, { _ in })
        }
    }

    /// A member: the bare id where no name is known, else the longer shape.
    private static func encoded(_ contact: Contact) -> [UInt8] {
        guard let name = contact.name else { return JSONWriter.identifier(contact.id.rawValue) }
        var writer = JSONWriter()
        writer.raw("uid", JSONWriter.identifier(contact.id.rawValue))
        writer.string("name", name)
        return writer.bytes
    }
}

extension JSONObject {
    /// `create` and `update_name` carry the group's name as `name`; elsewhere that is a person's.
    fileprivate func groupName(_ kind: String) -> String? {
        kind == "create" || kind == "update_name" ? string("name") : nil
    }
}
