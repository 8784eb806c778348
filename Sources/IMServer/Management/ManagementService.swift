internal import IMWire

/// Does what the owner of a server tells it.
final class ManagementService {
    private unowned let core: ServerCore
    /// What is listed at most, in lines.
    private static let lineLimit = 10_000

    init(core: ServerCore) { self.core = core }

    /// Does what a body says, and answers when that is stored.
    func answer(_ body: [UInt8], _ respond: @escaping (HTTPResponse) -> Void) {
        guard let command = ManagementCall.parse(body) else {
            return respond(
                HTTPResponse(DirectoryFault(status: 400, message: "the server does not know this command")))
        }
        do {
            let response = ManagementCall.response(ManagementAnswer(lines: try perform(command)))
            core.whenStored { respond($0 ? response : HTTPResponse(PostOutcome.failed)) }
        } catch let fault as DirectoryFault {
            respond(HTTPResponse(fault))
        } catch let refusal as DirectoryRefusal {
            respond(HTTPResponse(DirectoryService.refusal(refusal)))
        } catch {
            respond(HTTPResponse(PostOutcome.failed))
        }
    }

    private var appID: Int64 { core.configuration.appID }

    /// A user by id or name.
    private func user(_ who: String) throws(DirectoryFault) -> UserKey {
        let key = Int64(who).map { UserKey(appID: appID, uid: $0) } ?? core.directory.user(named: who, appID: appID)
        guard let key, core.directory.users[key] != nil else {
            throw DirectoryFault(status: 404, message: "there is no user \(who)")
        }
        return key
    }

    private func group(_ id: Int64) throws(DirectoryFault) -> ServerGroup {
        guard let group = core.directory.group(id, appID: appID) else {
            throw DirectoryFault(status: 404, message: "there is no group \(id)")
        }
        return group
    }

    private func perform(_ command: ManagementCommand) throws -> [String] {
        switch command {
        case .status: return status
        case .addUser, .users, .renameUser, .forbid, .friend, .block, .revoke, .tokens, .addSupport:
            return try performOnUsers(command)
        case .addGroup, .groups, .members, .member, .renameGroup, .openGroup, .mute, .disband:
            return try performOnGroups(command)
        }
    }

    private func performOnUsers(_ command: ManagementCommand) throws -> [String] {
        switch command {
        case .addUser(let name):
            if core.directory.user(named: name, appID: appID) != nil {
                throw DirectoryFault(status: 400, message: "there is a user \(name) already")
            }
            return [String(try core.addUser(named: name).uid)]
        case .users:
            let all = core.directory.users.values.filter { $0.key.appID == appID && $0.key.uid > 0 }
            return all.sorted { $0.key.uid < $1.key.uid }.prefix(Self.lineLimit).map { user in
                "\(user.key.uid) \(user.name)" + (core.connections(of: user.key).isEmpty ? "" : " (online)")
                    + (user.isForbidden ? " (forbidden in rooms)" : "")
            }
        case .renameUser(let who, let name): try core.renameUser(try user(who), to: name)
        case .forbid(let who, let isForbidden): core.forbid(try user(who), isForbidden)
        case .friend(let who, let other, let isOn):
            core.list(try user(other).uid, on: .friend(of: try user(who)), isOn)
        case .block(let who, let other, let isOn):
            core.list(try user(other).uid, on: .blocked(by: try user(who)), isOn)
        case .revoke(let token):
            let tokens = core.directory.tokens
            var found = tokens[token] != nil ? [token] : tokens.keys.filter { ServerToken.fingerprint($0) == token }
            if found.isEmpty {
                let owner = try user(token)
                found = tokens.filter { $0.value.user == owner }.map(\.key)
            }
            core.revoke(tokens: found)
            return ["\(found.count) revoked"]
        case .addSupport(let name, let uid):
            let (user, token) = try core.grant(
                uid: uid, name: name, appID: core.configuration.supportAppID, mayRename: false)
            return ["\(user.uid) \(token)"]
        case .tokens:
            let all = core.directory.tokens.map { token, entry in
                (entry.user.appID, entry.user.uid, entry.madeAt, ServerToken.fingerprint(token))
            }
            return all.sorted { $0 < $1 }.prefix(Self.lineLimit).map { app, uid, madeAt, fingerprint in
                let name = core.directory.users[UserKey(appID: app, uid: uid)]?.name ?? ""
                return "\(fingerprint) \(ServerToken.date(madeAt)) \(uid) \(name)" + (app == appID ? "" : " (support)")
            }
        default: break
        }
        return []
    }

    private func performOnGroups(_ command: ManagementCommand) throws -> [String] {
        switch command {
        case .addGroup(let name, let master, let members, let isSuper, let id):
            let uids = try members.map { try user($0).uid }
            let group = try core.createGroup(
                id: id, name: name, master: try user(master), members: uids, isSuper: isSuper)
            return [String(group.id)]
        case .groups:
            let all = core.directory.groups.values.filter { $0.appID == appID && !$0.isDisbanded }
            return all.sorted { $0.id < $1.id }.prefix(Self.lineLimit).map { group in
                let kinds = (group.isSuper ? ", super" : "") + (group.isOpen ? ", open" : "")
                return "\(group.id) \(group.name) (\(group.members.count) members\(kinds))"
            }
        case .members(let id):
            return try group(id).members.map { member in
                let name = core.directory.users[UserKey(appID: appID, uid: member.uid)]?.name ?? ""
                return "\(member.uid) \(name)" + (member.isMuted ? " (muted)" : "")
            }
        case .member(let id, let who, true): try core.addMember(try user(who).uid, to: try group(id).id)
        case .member(let id, let who, false): try core.removeMember(try user(who).uid, from: try group(id).id)
        case .renameGroup(let id, let name): try core.renameGroup(try group(id).id, to: name)
        case .openGroup(let id, let isOpen): try core.openGroup(try group(id).id, isOpen)
        case .mute(let id, let who, let isMuted): try core.muteMember(try user(who).uid, of: try group(id).id, isMuted)
        case .disband(let id): try core.disbandGroup(try group(id).id)
        default: break
        }
        return []
    }

    private var status: [String] {
        let statistics = core.statistics
        let directory = core.directory
        let trouble = core.trouble.map { ["trouble  \($0)"] } ?? []
        return trouble + [
            "users    \(directory.users.count) known, \(statistics.users) online on \(statistics.authenticated) "
                + "of \(statistics.connections) connections",
            "groups   \(directory.groups.values.count { !$0.isDisbanded })",
            "frames   \(statistics.framesIn) in, \(statistics.framesOut) out",
            "stored   \(statistics.stored) copies, \(statistics.storageFailures) failures",
            "unread   \(statistics.outputBytes) bytes, \(statistics.slowDropped) connections dropped for it",
            "dropped  \(statistics.dropped) connections, \(statistics.strangersDropped) to make room before a log-in",
        ]
    }
}
