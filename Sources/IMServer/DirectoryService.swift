package import EventLoop
package import IMWire

/// The second socket: grants tokens and tells names, groups and rooms, in the HTTP of the protocol document, section
/// 10.2. Whoever may connect may have a token for any name, so it belongs on a socket that only its owner can open.
package final class DirectoryService {
    /// The largest body of a request, in bytes.
    package static let bodyLimit = 65_536
    /// How many users one answer lists.
    package static let listLimit = 1_000

    /// The rooms that have a name.
    package var rooms: [DirectoryRoom] = []

    private let core: ServerCore
    private let management: ManagementService
    private let idleTimeout: Int64
    private var clients: [Int: Client] = [:]
    private var lastClient = 0

    private final class Client {
        let transport: any Transport
        var decoder = HTTPDecoder(bodyLimit: DirectoryService.bodyLimit)
        var lastRequest: Instant
        var timer: TimerID?

        init(transport: any Transport, now: Instant) {
            self.transport = transport
            lastRequest = now
        }
    }

    /// Makes the service of a server; a connection without a request for `idleTimeout` milliseconds is closed.
    package init(core: ServerCore, idleTimeout: Int64 = 60_000) {
        self.core = core
        management = ManagementService(core: core)
        self.idleTimeout = idleTimeout
    }

    /// Serves a stream.
    package func accept(_ transport: any Transport) {
        lastClient += 1
        let id = lastClient
        let client = Client(transport: transport, now: core.scheduler.now)
        clients[id] = client
        transport.onEvent = { [weak self] event in self?.handle(event, id) }
        watch(client, id)
    }

    /// Closes every connection.
    package func shutdown() {
        for id in Array(clients.keys) { end(id) }
    }

    private func watch(_ client: Client, _ id: Int) {
        client.timer = core.scheduler.schedule(at: client.lastRequest.advanced(by: idleTimeout)) { [weak self] in
            guard let self, let client = clients[id] else { return }
            if core.scheduler.now.since(client.lastRequest) >= idleTimeout {
                end(id)
            } else {
                watch(client, id)
            }
        }
    }

    private func end(_ id: Int) {
        guard let client = clients.removeValue(forKey: id) else { return }
        if let timer = client.timer { core.scheduler.cancel(timer) }
        client.transport.close()
    }

    private func handle(_ event: TransportEvent, _ id: Int) {
        switch event {
        case .resolving, .connecting, .connected, .drained: break
        case .received(let bytes): receive(bytes, id)
        case .closed: end(id)
        }
    }

    private func receive(_ bytes: [UInt8], _ id: Int) {
        guard let client = clients[id] else { return }
        client.decoder.append(bytes)
        do {
            while clients[id] != nil, let request = try client.decoder.next() {
                client.lastRequest = core.scheduler.now
                // Only here: whoever reaches this socket owns the server.
                if request.startLine == "POST \(ManagementCall.path) HTTP/1.1" {
                    client.transport.send(management.answer(request).message.bytes)
                    continue
                }
                answer(request) { [weak client] answer in client?.transport.send(answer.message.bytes) }
                // Who sends requests and reads no answers.
                if client.transport.pendingBytes > core.configuration.dropLimit { end(id) }
            }
        } catch {
            client.transport.send(HTTPResponse(DirectoryFault(status: 400, message: "\(error)")).message.bytes)
            end(id)
        }
    }

    /// Answers a request, whatever socket it came by.
    package func answer(_ request: HTTPMessage, _ respond: @escaping (HTTPResponse) -> Void) {
        let send: (DirectoryAnswer) -> Void = { respond($0.httpResponse) }
        let call = ClientCall.parse(request)
        let directoryCall = call == nil ? DirectoryCall.parse(request) : nil
        switch directoryCall {
        case .failure(let fault)?: return send(.refused(status: fault.status, message: fault.message))
        case .success(.grant(let uid, let name, _, _))?: return grant(uid: uid, name: name, send)
        case .success?, nil: break
        }
        guard let token = request.token, let user = core.directory.user(token: token) else {
            return send(.refused(status: 401, message: "no valid token"))
        }
        do throws(DirectoryRefusal) {
            if let call {
                try answer(call, from: user, respond)
            } else if case .success(let call)? = directoryCall {
                send(try answer(call, from: user))
            }
        } catch {
            send(Self.refusal(error))
        }
    }

    private struct Counts: Codable {
        var count: Int
        /// Whether there is anything.
        var new: Int
    }

    private func answer(
        _ call: ClientCall, from user: UserKey, _ respond: @escaping (HTTPResponse) -> Void
    ) throws(DirectoryRefusal) {
        switch call {
        case .latestMessages:
            core.messages(of: user, after: 0, limit: ClientCall.messageLimit, side: .newest) {
                respond(OperatorService.messages($0))
            }
        case .offlineMessages:
            core.countOffline(user, after: 0) { result in
                respond(
                    OperatorService.response(result.map { Counts(count: $0, new: $0 > 0 ? 1 : 0) }))
            }
        case .rename(let uid, let name):
            guard uid == user.uid else { throw .notFound }
            try core.renameUser(user, to: name)
            respond(DirectoryAnswer.done.httpResponse)
        case .upgradeGroup(let id):
            guard try group(id, of: user).master == user.uid else { throw .notFound }
            try core.upgradeGroup(id)
            respond(DirectoryAnswer.done.httpResponse)
        case .nickname(let id, let uid, let name):
            guard try group(id, of: user).master == user.uid || uid == user.uid else { throw .notFound }
            try core.nameMember(uid, of: id, name)
            respond(DirectoryAnswer.done.httpResponse)
        }
    }

    private func grant(uid: Int64?, name: String, _ send: @escaping (DirectoryAnswer) -> Void) {
        do throws(DirectoryRefusal) {
            // The answer waits for the commit; the box takes what is known only after the call.
            var granted: DirectoryAnswer?
            let (user, token) = try core.grant(uid: uid, name: name) { isStored in
                send((isStored ? granted : nil) ?? .refused(status: 503, message: "the server cannot write its data"))
            }
            granted = .granted(DirectoryGrant(appID: user.appID, uid: user.uid, token: token))
        } catch {
            send(Self.refusal(error))
        }
    }

    static func refusal(_ refusal: DirectoryRefusal) -> DirectoryAnswer {
        switch refusal {
        case .notFound: .refused(status: 404, message: "not found")
        case .badName(let limit): .refused(status: 400, message: "the name must have 1 to \(limit) bytes")
        case .misleadingName: .refused(status: 400, message: UserNameRule.words)
        case .badID: .refused(status: 400, message: "the id or name belongs to somebody else or is not valid")
        case .full(let limit): .refused(status: 400, message: "at most \(limit) members")
        }
    }

    private func answer(_ call: DirectoryCall, from user: UserKey) throws(DirectoryRefusal) -> DirectoryAnswer {
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
        case .groups: return .groups(core.directory.groups(of: user).map(describe))
        case .group(let id): return .groups([describe(try group(id, of: user))])
        case .rooms: return .rooms(rooms)
        case .createGroup(let name, let members, let isSuper):
            return .groups([
                describe(try core.createGroup(name: name, master: user, members: members, isSuper: isSuper))
            ])
        case .renameGroup, .disbandGroup, .addMembers, .removeMember, .muteMember:
            try change(call, from: user)
            return .done
        }
    }

    /// Members may change a group; ending it and muting is the master's, removing others too.
    private func change(_ call: DirectoryCall, from user: UserKey) throws(DirectoryRefusal) {
        switch call {
        case .renameGroup(let id, let name):
            _ = try group(id, of: user)
            try core.renameGroup(id, to: name)
        case .disbandGroup(let id):
            guard try group(id, of: user).master == user.uid else { throw .notFound }
            try core.disbandGroup(id)
        case .addMembers(let id, let members):
            _ = try group(id, of: user)
            for uid in members { try core.addMember(uid, to: id, inviter: user.uid) }
        case .removeMember(let id, let uid):
            guard try group(id, of: user).master == user.uid || uid == user.uid else { throw .notFound }
            try core.removeMember(uid, from: id)
        case .muteMember(let id, let uid, let muted):
            guard try group(id, of: user).master == user.uid else { throw .notFound }
            try core.muteMember(uid, of: id, muted)
        default: break
        }
    }

    private func group(_ id: Int64, of user: UserKey) throws(DirectoryRefusal) -> ServerGroup {
        guard let group = core.directory.group(id, appID: user.appID), group.member(user.uid) != nil else {
            throw .notFound
        }
        return group
    }

    private static func user(_ user: ServerUser) -> DirectoryUser {
        DirectoryUser(uid: user.key.uid, name: user.name)
    }

    private func describe(_ group: ServerGroup) -> DirectoryGroup {
        DirectoryGroup(
            id: group.id, name: group.name, notice: group.notice, master: group.master, isSuper: group.isSuper,
            members: group.members.map { member in
                let name = core.directory.users[UserKey(appID: group.appID, uid: member.uid)]?.name ?? ""
                return DirectoryGroup.Member(
                    uid: member.uid, name: name, nickname: member.nickname, isMuted: member.isMuted)
            })
    }
}
