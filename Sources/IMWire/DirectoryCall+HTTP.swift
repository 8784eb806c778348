extension DirectoryCall {
    /// The call as a request, with the token of who asks, below a path of a host.
    package func request(token: String? = nil, at prefix: String = "", of host: String = "localhost") -> HTTPMessage {
        let (method, path, body) = parts
        var message = HTTPMessage(startLine: "\(method) \(prefix)\(path) HTTP/1.1", token: token, body: body)
        message.host = host
        return message
    }

    private var parts: (String, String, [UInt8]) {
        var body = DirectoryRequestBody()
        switch self {
        case .grant(let uid, let name, let platform, let deviceID):
            body.uid = uid
            body.userName = name
            body.platformID = Int64(platform)
            body.deviceID = deviceID
            return ("POST", "/auth/grant", JSONText.encode(body))
        case .user(let uid): return ("GET", "/users/\(uid)", [])
        case .userNamed(let name): return ("GET", "/users?name=\(PercentCoding.encode(name))", [])
        case .users: return ("GET", "/users", [])
        case .groups: return ("GET", "/groups", [])
        case .group(let id): return ("GET", "/groups/\(id)", [])
        case .groupsNamed(let name): return ("GET", "/groups?name=\(PercentCoding.encode(name))", [])
        case .rooms: return ("GET", "/rooms", [])
        case .supporters: return ("GET", "/supporters", [])
        case .createGroup(let name, let members, let isSuper, let isOpen):
            body.name = name
            body.isSuper = isSuper
            body.open = isOpen ? true : nil
            body.members = members
            return ("POST", "/groups", JSONText.encode(body))
        case .renameGroup(let id, let name):
            body.name = name
            return ("PATCH", "/groups/\(id)", JSONText.encode(body))
        case .openGroup(let id, let isOpen):
            body.open = isOpen
            return ("PATCH", "/groups/\(id)", JSONText.encode(body))
        case .disbandGroup(let id): return ("DELETE", "/groups/\(id)", [])
        case .addMembers(let group, let members):
            body.members = members
            return ("POST", "/groups/\(group)/members", JSONText.encode(body))
        case .noticeGroup(let id, let notice):
            body.notice = notice
            return ("PATCH", "/groups/\(id)", JSONText.encode(body))
        case .removeMembers(let group, let members):
            body.members = members
            return ("DELETE", "/groups/\(group)/members", JSONText.encode(body))
        case .removeMember(let group, let uid): return ("DELETE", "/groups/\(group)/members/\(uid)", [])
        case .muteMember(let group, let uid, let muted):
            body.mute = muted
            return ("PATCH", "/groups/\(group)/members/\(uid)", JSONText.encode(body))
        case .upgradeGroup(let id): return ("POST", "/groups/\(id)/upgrade", [])
        case .nameMember(let group, let uid, let name):
            body.nickname = name
            return ("PATCH", "/groups/\(group)/members/\(uid)", JSONText.encode(body))
        case .quietenGroup(let group, let uid, let isQuiet):
            body.doNotDisturb = isQuiet
            return ("PATCH", "/groups/\(group)/members/\(uid)", JSONText.encode(body))
        }
    }

    /// The call that a request makes, or the refusal that it deserves. `path` is decoded; `name` is the parameter of
    /// that name.
    package static func parse(
        method: String, path: String, name: String? = nil, body: [UInt8] = []
    ) -> Result<DirectoryCall, DirectoryFault> {
        var path = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        // The real interface has what clients ask under a prefix of its own.
        if path.first == "client", path.count > 1, path[1] == "groups" { path.removeFirst() }
        let ids = path.map { Int64($0) }
        let body = DirectoryRequestBody.read(body)
        let call: DirectoryCall?
        switch (method, path.count, path.first) {
        case ("POST", 2, "auth") where path[1] == "grant": call = grant(body)
        case ("GET", 1, "users"): call = name.map { .userNamed($0) } ?? .users
        case ("GET", 2, "users"): call = ids[1].map { .user($0) }
        case ("GET", 1, "groups"): call = name.map { .groupsNamed($0) } ?? .groups
        case ("GET", 2, "groups"): call = ids[1].map { .group($0) }
        case ("GET", 1, "rooms"): call = .rooms
        case ("GET", 1, "supporters"): call = .supporters
        case ("POST", 1, "groups"): call = create(body)
        case ("PATCH", 2, "groups"):
            call = ids[1].flatMap { id in
                body?.name.map { .renameGroup(id, name: $0) } ?? body?.open.map { .openGroup(id, isOpen: $0) }
                    ?? body?.notice.map { .noticeGroup(id, notice: $0) }
            }
        case ("DELETE", 2, "groups"): call = ids[1].map { .disbandGroup($0) }
        case ("POST", 3, "groups") where path[2] == "members":
            call = ids[1].flatMap { id in body?.everybody.map { .addMembers(group: id, members: $0) } }
        case ("POST", 3, "groups") where path[2] == "upgrade": call = ids[1].map { .upgradeGroup($0) }
        case ("DELETE", 3, "groups") where path[2] == "members":
            call = ids[1].flatMap { id in body?.everybody.map { .removeMembers(group: id, members: $0) } }
        case ("DELETE", 4, "groups") where path[2] == "members":
            call = ids[1].flatMap { id in ids[3].map { .removeMember(group: id, uid: $0) } }
        case ("PATCH", 4, "groups") where path[2] == "members":
            call = ids[1].flatMap { id in
                ids[3].flatMap { uid in
                    body?.mute.map { .muteMember(group: id, uid: uid, muted: $0) }
                        ?? body?.nickname.map { .nameMember(group: id, uid: uid, name: $0) }
                        ?? body?.doNotDisturb.map { .quietenGroup(id, uid: uid, isQuiet: $0) }
                }
            }
        default: return .failure(.noSuchCall)
        }
        guard let call else { return .failure(DirectoryFault(status: 400, message: "invalid parameter")) }
        return .success(call)
    }

    /// The group it is about, where it is about one.
    package var groupID: Int64? {
        switch self {
        case .group(let id), .renameGroup(let id, _), .openGroup(let id, _), .noticeGroup(let id, _),
            .disbandGroup(let id), .addMembers(let id, _), .removeMembers(let id, _), .removeMember(let id, _),
            .muteMember(let id, _, _), .upgradeGroup(let id), .nameMember(let id, _, _), .quietenGroup(let id, _, _):
            id
        case .grant, .user, .userNamed, .users, .groups, .groupsNamed, .rooms, .supporters, .createGroup: nil
        }
    }

    /// Whether the answer is one thing rather than a list.
    package var asksForOne: Bool {
        switch self {
        case .grant, .user, .group, .createGroup: true
        default: false
        }
    }

    private static func grant(_ body: DirectoryRequestBody?) -> DirectoryCall? {
        // Who has a number needs no name.
        guard let body, let name = body.userName ?? body.name ?? body.uid.map({ _ in "" }) else { return nil }
        return .grant(
            uid: body.uid, name: name, platform: Int8(clamping: body.platformID ?? 0), deviceID: body.deviceID ?? "")
    }

    private static func create(_ body: DirectoryRequestBody?) -> DirectoryCall? {
        guard let body, let name = body.name else { return nil }
        return .createGroup(
            name: name, members: body.members ?? [], isSuper: body.isSuper ?? false, isOpen: body.open ?? false)
    }
}
