extension DirectoryAnswer {
    /// The answer as a response.
    package var response: HTTPMessage {
        var writer = JSONWriter()
        var status = 200
        switch self {
        case .granted(let grant):
            writer.object("data") {
                $0.string("token", grant.token)
                $0.integer("uid", grant.uid)
                $0.integer("appid", grant.appID)
            }
        case .users(let users): writer.array("data", users.map { Self.encode($0) })
        case .groups(let groups): writer.array("data", groups.map { Self.encode($0) })
        case .rooms(let rooms):
            writer.array(
                "data",
                rooms.map { room in
                    var item = JSONWriter()
                    item.integer("room_id", room.id)
                    item.string("name", room.name)
                    return item.bytes
                })
        case .done: writer.object("data") { _ in }
        case .refused(let code, let message):
            status = code
            writer.object("meta") {
                $0.integer("code", code)
                $0.string("message", message)
            }
        }
        return HTTPMessage(startLine: "HTTP/1.1 \(status) \(status == 200 ? "OK" : "Refused")", body: writer.bytes)
    }

    private static func encode(_ user: DirectoryUser) -> [UInt8] {
        var writer = JSONWriter()
        writer.integer("appid", user.appID)
        writer.integer("uid", user.uid)
        writer.string("name", user.name)
        return writer.bytes
    }

    private static func encode(_ group: DirectoryGroup) -> [UInt8] {
        var writer = JSONWriter()
        writer.integer("group_id", group.id)
        writer.string("name", group.name)
        writer.string("notice", group.notice)
        writer.integer("master", group.master)
        writer.integer("super", group.isSuper ? 1 : 0)
        writer.array(
            "members",
            group.members.map { member in
                var item = JSONWriter()
                item.integer("uid", member.uid)
                item.string("name", member.name)
                item.string("nickname", member.nickname)
                item.integer("mute", member.isMuted ? 1 : 0)
                return item.bytes
            })
        return writer.bytes
    }

    /// What a response answers to a call. What cannot be read is `.refused` with status 0 and our own words.
    package static func parse(_ response: HTTPMessage, to call: DirectoryCall) -> DirectoryAnswer {
        let words = response.startLine.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            return .refused(status: 0, message: "no HTTP answer")
        }
        let body = JSONObject(response.body)
        guard status == 200 else {
            let message = body?.object("meta")?.string("message")
            return .refused(status: status, message: message ?? "status \(status)")
        }
        return body.flatMap { answer($0, to: call) } ?? .refused(status: 0, message: "the answer cannot be read")
    }

    private static func answer(_ body: JSONObject, to call: DirectoryCall) -> DirectoryAnswer? {
        switch call {
        case .grant:
            guard let data = body.object("data"), let token = data.string("token"), let uid = data.integer("uid"),
                let appID = data.integer("appid")
            else { return nil }
            return .granted(DirectoryGrant(appID: appID, uid: uid, token: token))
        case .user, .userNamed, .users, .supporters: return list(body, user).map { .users($0) }
        case .group, .groups, .createGroup: return list(body, group).map { .groups($0) }
        case .rooms:
            return list(body) { item in
                item.integer("room_id").map { DirectoryRoom(id: $0, name: item.string("name") ?? "") }
            }.map { .rooms($0) }
        case .renameGroup, .disbandGroup, .addMembers, .removeMember, .muteMember: return .done
        }
    }

    private static func list<T>(_ body: JSONObject, key: String = "data", _ read: (JSONObject) -> T?) -> [T]? {
        body.elements(key)?.compactMap { body.object($0).flatMap(read) }
    }

    private static func user(_ item: JSONObject) -> DirectoryUser? {
        item.integer("uid").map {
            DirectoryUser(appID: item.integer("appid"), uid: $0, name: item.string("name") ?? "")
        }
    }

    private static func group(_ item: JSONObject) -> DirectoryGroup? {
        guard let id = item.integer("group_id") else { return nil }
        let members = list(item, key: "members") { member in
            member.integer("uid").map {
                DirectoryGroup.Member(
                    uid: $0, name: member.string("name") ?? "", nickname: member.string("nickname") ?? "",
                    isMuted: member.flag("mute") ?? false)
            }
        }
        return DirectoryGroup(
            id: id, name: item.string("name") ?? "", notice: item.string("notice") ?? "",
            master: item.integer("master") ?? 0, isSuper: item.flag("super") ?? false, members: members ?? [])
    }
}
