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
        case .rooms: return ("GET", "/rooms", [])
        case .supporters: return ("GET", "/supporters", [])
        case .createGroup(let name, let members, let isSuper):
            body.name = name
            body.isSuper = isSuper
            body.members = members
            return ("POST", "/groups", JSONText.encode(body))
        case .renameGroup(let id, let name):
            body.name = name
            return ("PATCH", "/groups/\(id)", JSONText.encode(body))
        case .disbandGroup(let id): return ("DELETE", "/groups/\(id)", [])
        case .addMembers(let group, let members):
            body.members = members
            return ("POST", "/groups/\(group)/members", JSONText.encode(body))
        case .removeMember(let group, let uid): return ("DELETE", "/groups/\(group)/members/\(uid)", [])
        case .muteMember(let group, let uid, let muted):
            body.mute = muted
            return ("PATCH", "/groups/\(group)/members/\(uid)", JSONText.encode(body))
        }
    }

    /// The call that a request makes, or the refusal that it deserves.
    package static func parse(_ request: HTTPMessage) -> Result<DirectoryCall, DirectoryFault> {
        let words = request.startLine.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0", words[1].hasPrefix("/") else {
            return .failure(DirectoryFault(status: 400, message: "bad request line"))
        }
        let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let query = parts.count > 1 ? String(parts[1]) : ""
        let ids = path.map { Int64($0) }
        let body = JSONText.decode(DirectoryRequestBody.self, from: request.body)
        let call: DirectoryCall?
        switch (words[0], path.count, path[0]) {
        case ("POST", 2, "auth") where path[1] == "grant": call = grant(body)
        case ("GET", 1, "users") where query.isEmpty: call = .users
        case ("GET", 1, "users"): call = PercentCoding.value("name", in: query).map { .userNamed($0) }
        case ("GET", 2, "users"): call = ids[1].map { .user($0) }
        case ("GET", 1, "groups"): call = .groups
        case ("GET", 2, "groups"): call = ids[1].map { .group($0) }
        case ("GET", 1, "rooms"): call = .rooms
        case ("GET", 1, "supporters"): call = .supporters
        case ("POST", 1, "groups"): call = create(body)
        case ("PATCH", 2, "groups"):
            call = ids[1].flatMap { id in body?.name.map { .renameGroup(id, name: $0) } }
        case ("DELETE", 2, "groups"): call = ids[1].map { .disbandGroup($0) }
        case ("POST", 3, "groups") where path[2] == "members":
            call = ids[1].flatMap { id in body?.members.map { .addMembers(group: id, members: $0) } }
        case ("DELETE", 4, "groups") where path[2] == "members":
            call = ids[1].flatMap { id in ids[3].map { .removeMember(group: id, uid: $0) } }
        case ("PATCH", 4, "groups") where path[2] == "members":
            call = ids[1].flatMap { id in
                ids[3].flatMap { uid in
                    body?.mute.map { .muteMember(group: id, uid: uid, muted: $0) }
                }
            }
        default: return .failure(DirectoryFault(status: 404, message: "no such call"))
        }
        guard let call else { return .failure(DirectoryFault(status: 400, message: "invalid parameter")) }
        return .success(call)
    }

    private static func grant(_ body: DirectoryRequestBody?) -> DirectoryCall? {
        guard let body, let name = body.userName ?? body.name else { return nil }
        return .grant(
            uid: body.uid, name: name, platform: Int8(clamping: body.platformID ?? 0), deviceID: body.deviceID ?? "")
    }

    private static func create(_ body: DirectoryRequestBody?) -> DirectoryCall? {
        guard let body, let name = body.name else { return nil }
        return .createGroup(name: name, members: body.members ?? [], isSuper: body.isSuper ?? false)
    }
}
