package import IMWire

/// Grants tokens and tells names, groups and rooms, in the HTTP of the protocol document, section 10.2.
package final class DirectoryService {
    /// How many users one answer lists.
    package static let listLimit = 1_000
    /// How many members the groups of one answer have in all, at most.
    package static let listedMembers = 20_000
    /// How many groups one may have made that are still there.
    package static let ownGroupLimit = 200

    /// The rooms that have a name.
    package var rooms: [DirectoryRoom] = []

    private let core: ServerCore

    /// Makes the service of a server.
    package init(core: ServerCore) { self.core = core }

    /// Answers a request. Whoever may be granted tokens may speak for anybody, so `mayGrant` belongs to sockets that no
    /// stranger can reach.
    package func answer(_ request: HTTPRequest, mayGrant: Bool = true, _ respond: @escaping (HTTPResponse) -> Void) {
        let call = ClientCall.parse(request)
        let directoryCall =
            call == nil
            ? DirectoryCall.parse(
                method: request.method, path: request.path, name: request.parameters["name"], body: request.body) : nil
        switch directoryCall {
        case .failure(let fault)?: return respond(HTTPResponse(fault))
        case .success(.grant(let uid, let name, _, _))?:
            guard mayGrant else {
                let words = "tokens are given on the server's own machine only"
                return respond(HTTPResponse(DirectoryFault(status: 403, message: words)))
            }
            // Only a business back end renames by the way, as on the real server.
            return grant(uid: uid, name: name, mayRename: request.isOfApplication) { respond(HTTPResponse($0)) }
        case .success?, nil: break
        }
        // A business back end has no token; the sockets where tokens are given are where it may be heard.
        let isOperator = mayGrant && request.isOfApplication
        let asker = isOperator ? represented(call, directoryCall) : request.token.flatMap(core.directory.user(token:))
        guard let user = asker else {
            return respond(HTTPResponse(DirectoryFault(status: 401, message: "no valid token")))
        }
        let respond = { (response: HTTPResponse) in
            var response = response
            if !isOperator { response.account = user }
            respond(response)
        }
        do throws(DirectoryRefusal) {
            if let call {
                try answer(call, from: user, isOperator: isOperator, respond)
            } else if case .success(let call)? = directoryCall {
                let answer =
                    if isOperator, case .createGroup = call {
                        try createGroup(call, request.body)
                    } else {
                        try answer(call, from: user, by: isOperator ? nil : user.uid)
                    }
                let response = HTTPResponse(answer, isSingle: call.asksForOne)
                if request.method == "GET" { respond(response) } else { confirm(response, then: respond) }
            }
        } catch {
            respond(HTTPResponse(Self.refusal(error)))
        }
    }

    /// In whose name a business back end asks: the master's of the group, the user's it is about, else nobody's.
    private func represented(
        _ call: ClientCall?, _ directoryCall: Result<DirectoryCall, DirectoryFault>?
    ) -> UserKey {
        let uid: Int64? =
            switch call {
            case .rename(let uid, _), .forbid(let uid, _): uid
            case .latestMessages, .offlineMessages, nil:
                switch directoryCall {
                case .success(.nameMember(_, let uid, _)), .success(.quietenGroup(_, let uid, _)): uid
                case .success(let call): call.groupID.flatMap { core.directory.groups[$0]?.master }
                case .failure, nil: nil
                }
            }
        return UserKey(appID: core.configuration.appID, uid: uid ?? 0)
    }

    private struct NewGroup: Decodable {
        var master: Int64
        var number: Int64?

        private enum CodingKeys: String, CodingKey {
            case master
            case number = "group_id"
        }
    }

    /// Makes a group with the master, and the number, that a business back end names.
    private func createGroup(_ call: DirectoryCall, _ body: [UInt8]) throws(DirectoryRefusal) -> DirectoryAnswer {
        guard case .createGroup(let name, let members, let isSuper, let isOpen) = call,
            let wanted = JSONText.decode(NewGroup.self, from: body)
        else { throw .badID }
        let master = UserKey(appID: core.configuration.appID, uid: wanted.master)
        return .groups([
            describe(
                try core.createGroup(
                    id: wanted.number, name: name, master: master, members: members, isSuper: isSuper,
                    isOpen: isOpen))
        ])
    }

    /// Answers when what was done is stored.
    private func confirm(
        _ response: HTTPResponse = HTTPResponse(DirectoryAnswer.done), then respond: @escaping (HTTPResponse) -> Void
    ) {
        core.whenStored { respond($0 ? response : HTTPResponse(Self.notStored)) }
    }

    private static let notStored = DirectoryFault(status: 503, message: "the server cannot write its data")

    private struct Counts: Codable {
        var count: Int
        /// Whether there is anything.
        var new: Int
    }

    private func answer(
        _ call: ClientCall, from user: UserKey, isOperator: Bool, _ respond: @escaping (HTTPResponse) -> Void
    ) throws(DirectoryRefusal) {
        switch call {
        case .latestMessages:
            let isRead = core.messages(
                of: user, after: 0, limit: ClientCall.messageLimit, side: .newest, for: isOperator ? nil : user
            ) { respond(OperatorService.messages($0)) }
            if !isRead { respond(.noRoom) }
        case .offlineMessages:
            core.countOffline(user, after: 0) { result in
                respond(
                    OperatorService.response(result.map { Counts(count: $0, new: $0 > 0 ? 1 : 0) }))
            }
        case .rename(let uid, let name):
            guard uid == user.uid else { throw .forbidden }
            try core.renameUser(user, to: name)
            confirm(then: respond)
        case .forbid(let uid, let isForbidden):
            guard isOperator else { throw .forbidden }
            core.forbid(UserKey(appID: user.appID, uid: uid), isForbidden)
            confirm(then: respond)
        }
    }

    private func grant(uid: Int64?, name: String, mayRename: Bool, _ send: @escaping (DirectoryAnswer) -> Void) {
        do throws(DirectoryRefusal) {
            // The answer waits for the commit; the box takes what is known only after the call.
            var granted: DirectoryAnswer?
            let (user, token) = try core.grant(uid: uid, name: name, mayRename: mayRename) { isStored in
                send(
                    (isStored ? granted : nil)
                        ?? .refused(status: Self.notStored.status, message: Self.notStored.message))
            }
            granted = .granted(DirectoryGrant(appID: user.appID, uid: user.uid, token: token))
        } catch {
            send(Self.refusal(error))
        }
    }

    static func refusal(_ refusal: DirectoryRefusal) -> DirectoryAnswer {
        switch refusal {
        case .notFound: .refused(status: 404, message: "not found")
        case .forbidden: .refused(status: 403, message: "only the group's master, or whom it is about, may do this")
        case .badName(let limit): .refused(status: 400, message: "the name must have 1 to \(limit) bytes")
        case .tooManyGroups(let limit):
            .refused(status: 400, message: "at most \(limit) groups of one's own; disband or leave one")
        case .longNotice(let limit): .refused(status: 400, message: "a notice has at most \(limit) bytes")
        case .misleadingName: .refused(status: 400, message: UserNameRule.words)
        case .badID: .refused(status: 400, message: "the id or name belongs to somebody else or is not valid")
        case .otherName(let name):
            .refused(
                status: 400,
                message: "that number is \(name)'s: give that name, or first: imchat server user rename WHO NAME")
        case .full(let limit): .refused(status: 400, message: "at most \(limit) members")
        }
    }

    /// `actor` is whom members are told of: nobody where a business back end speaks in a user's name.
    private func answer(
        _ call: DirectoryCall, from user: UserKey, by actor: Int64?
    ) throws(DirectoryRefusal) -> DirectoryAnswer {
        switch call {
        case .grant: throw .notFound
        case .user(let uid):
            guard let found = core.directory.users[UserKey(appID: user.appID, uid: uid)] else { throw .notFound }
            return .users([Self.user(found)])
        case .userNamed(let name):
            guard let key = core.directory.user(named: name, appID: user.appID), let found = core.directory.users[key]
            else { throw .notFound }
            return .users([Self.user(found)])
        case .users:
            let all = core.directory.users.values.filter { $0.key.appID == user.appID && $0.key.uid > 0 }
            return .users(all.sorted { $0.key.uid < $1.key.uid }.prefix(Self.listLimit).map(Self.user))
        case .supporters:
            let support = core.configuration.supportAppID
            let all = core.directory.users.values.filter { $0.key.appID == support }
            return .users(
                all.sorted { $0.key.uid < $1.key.uid }.prefix(Self.listLimit).map {
                    DirectoryUser(appID: support, uid: $0.key.uid, name: $0.name)
                })
        case .groups: return .groups(list(core.directory.groups(of: user)))
        case .group(let id): return .groups([describe(try visibleGroup(id, to: user))])
        case .groupsNamed(let name):
            let all = core.directory.groups.values.filter { group in
                group.name == name && group.appID == user.appID && !group.isDisbanded
                    && (group.isOpen || group.member(user.uid) != nil)
            }
            return .groups(list(all.sorted { $0.id < $1.id }))
        case .rooms: return .rooms(rooms)
        case .createGroup(let name, let members, let isSuper, let isOpen):
            guard core.directory.groups(of: user).count(where: { $0.master == user.uid }) < Self.ownGroupLimit else {
                throw .tooManyGroups(limit: Self.ownGroupLimit)
            }
            return .groups([
                describe(
                    try core.createGroup(
                        name: name, master: user, members: members, isSuper: isSuper, isOpen: isOpen))
            ])
        case .renameGroup, .openGroup, .noticeGroup, .disbandGroup, .addMembers, .removeMembers, .removeMember,
            .muteMember, .upgradeGroup, .nameMember, .quietenGroup:
            try change(call, from: user, by: actor)
            return .done
        }
    }

    /// A group is its master's to change; everybody may leave, and join one that is open.
    private func change(_ call: DirectoryCall, from user: UserKey, by actor: Int64?) throws(DirectoryRefusal) {
        switch call {
        case .renameGroup(let id, let name):
            try core.renameGroup(try ownGroup(id, of: user).id, to: name, by: actor)
        case .noticeGroup(let id, let notice):
            try core.noticeGroup(try ownGroup(id, of: user).id, notice, by: actor)
        case .openGroup(let id, let isOpen): try core.openGroup(try ownGroup(id, of: user).id, isOpen)
        case .disbandGroup(let id): try core.disbandGroup(try ownGroup(id, of: user).id, by: actor)
        case .addMembers(let id, let members):
            if members == [user.uid] {
                return try core.addMember(user.uid, to: try visibleGroup(id, to: user).id)
            }
            let group = try ownGroup(id, of: user)
            for uid in members { try core.addMember(uid, to: group.id, inviter: user.uid) }
        case .removeMembers(let id, let members):
            for uid in members { try change(.removeMember(group: id, uid: uid), from: user, by: actor) }
        case .removeMember(let id, let uid):
            let group = try uid == user.uid ? group(id, of: user) : ownGroup(id, of: user)
            try core.removeMember(uid, from: group.id, by: actor)
        case .muteMember(let id, let uid, let muted):
            try core.muteMember(uid, of: try ownGroup(id, of: user).id, muted, by: actor)
        case .upgradeGroup(let id): try core.upgradeGroup(try ownGroup(id, of: user).id, by: actor)
        case .nameMember(let id, let uid, let name):
            let group = try uid == user.uid ? group(id, of: user) : ownGroup(id, of: user)
            try core.nameMember(uid, of: group.id, name)
        case .quietenGroup(let id, let uid, let isQuiet):
            guard uid == user.uid else { throw .forbidden }
            try core.quietenGroup(try group(id, of: user).id, for: uid, isQuiet)
        default: break
        }
    }

    /// A group that the user is in.
    private func group(_ id: Int64, of user: UserKey) throws(DirectoryRefusal) -> ServerGroup {
        guard let group = core.directory.group(id, appID: user.appID), group.member(user.uid) != nil else {
            throw .notFound
        }
        return group
    }

    /// A group whose master the user is.
    private func ownGroup(_ id: Int64, of user: UserKey) throws(DirectoryRefusal) -> ServerGroup {
        let group = try visibleGroup(id, to: user)
        guard group.master == user.uid else { throw .forbidden }
        return group
    }

    /// A group that the user is in or may join.
    private func visibleGroup(_ id: Int64, to user: UserKey) throws(DirectoryRefusal) -> ServerGroup {
        guard let group = core.directory.group(id, appID: user.appID), group.isOpen || group.member(user.uid) != nil
        else { throw .notFound }
        return group
    }

    private static func user(_ user: ServerUser) -> DirectoryUser {
        DirectoryUser(uid: user.key.uid, name: user.name)
    }

    /// As many of the groups as fit into one answer.
    private func list(_ groups: [ServerGroup]) -> [DirectoryGroup] {
        var members = 0
        return groups.prefix(Self.listLimit).prefix { group in
            members += group.members.count
            return members <= Self.listedMembers
        }.map(describe)
    }

    private func describe(_ group: ServerGroup) -> DirectoryGroup {
        DirectoryGroup(
            id: group.id, name: group.name, notice: group.notice, master: group.master, isSuper: group.isSuper,
            isOpen: group.isOpen,
            members: group.members.map { member in
                let name = core.directory.users[UserKey(appID: group.appID, uid: member.uid)]?.name ?? ""
                return DirectoryGroup.Member(
                    uid: member.uid, name: name, nickname: member.nickname, isMuted: member.isMuted)
            })
    }
}
