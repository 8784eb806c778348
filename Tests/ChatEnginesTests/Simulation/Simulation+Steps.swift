import EventLoop
import IMModel
import IMServer
import IMService
import IMWire
import MessageFlow
import TestSupport

@testable import ChatEngines

extension Simulation {
    /// Something happens: what users do, what back ends do, or a fault.
    func step() throws {
        switch number(in: 0...99) {
        case 0..<6: read()
        case 6..<50:
            guard let client = pick(clients.filter(\.isRunning)) else { return }
            for _ in 0..<(chance(10) ? number(in: 2...30) : 1) { type(on: client) }
        case 50..<55: revoke()
        case 55..<57: delete()
        case 57..<60: moveRoom()
        case 60..<65: speakAsBackEnd()
        case 65..<70: changeGroups()
        case 70..<72: changeBlacklist()
        case 72..<76:
            if let stream = pick(network.streams) {
                note("reset of \(stream.owner)")
                stream.break()
            }
        case 76..<79:
            if let stream = pick(network.streams) {
                note("silence of \(stream.owner)")
                stream.fallSilent()
            }
        case 79..<84: if let client = pick(clients.filter(\.isRunning)) { kill(client) }
        case 84..<90: if let client = pick(clients.filter { !$0.isRunning }) { start(client) }
        case 90..<93:
            note("server is killed and starts again")
            try server.restart()
        case 93..<95:
            note("server away")
            server.goAway()
            clock.schedule(after: number(in: 100...120_000)) { [weak self] in self?.server.listen() }
        case 95..<98: spoilADisk()
        default:
            guard let service = pick(clients.filter(\.isRunning))?.engine.service else { return }
            switch number(in: 0...2) {
            case 0: service.retryNow()
            case 1: service.networkChanged()
            default:
                service.enterBackground()
                clock.schedule(after: number(in: 0...20_000)) { [weak service] in service?.enterForeground() }
            }
        }
    }

    // MARK: Users

    private func targets(of client: TestClient) -> [String] {
        guard client.uid != Self.support.uid else { return Self.users.map { "customer:\(TestServer.appID)/\($0)" } }
        var result: [String] = []
        for uid in Self.users { result += Array(repeating: "peer:\(uid)", count: uid == client.uid ? 1 : 5) }
        for group in Self.groups where group.members.contains(client.uid) {
            result += Array(repeating: "group:\(group.id)", count: group.isSuper ? 4 : 2)
        }
        return result + ["customer:\(Self.support.appID)/9", "room:500", "room:501", "group:999"]
    }

    private func type(on client: TestClient) {
        guard client.engine.store != nil, let address = pick(targets(of: client)) else { return }
        wordCount += 1
        let uid = client.uid
        var originID = ""
        let message = client.send("m\(wordCount) by \(client.name)", to: address) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: typed.append(Typed(uid: uid, address: address, originID: originID))
            case .failure(let error):
                note("not kept: \(originID), \(error)")
                refused.insert(originID)
            }
        }
        originID = message.originID ?? ""
        note("send \(originID) \(client.name) to \(address)")
    }

    /// Something that the client's host shows.
    private func shown(
        on client: TestClient, where fits: (Message) -> Bool = { _ in true }
    ) -> Message? {
        pick(client.shown.values.filter(fits).sorted { (Int64($0.id.rawValue) ?? 0) < (Int64($1.id.rawValue) ?? 0) })
    }

    private func read() {
        guard let client = pick(clients.filter(\.isRunning)), let message = shown(on: client) else { return }
        note("\(client.name) reads \(message.session.address) up to \(message.id)")
        client.call { $0.markRead(message.session, upTo: message.id) }
    }

    private func revoke() {
        guard let client = pick(clients.filter(\.isRunning)),
            let message = shown(on: client, where: { $0.isOutgoing && $0.originID != nil && $0.content != .revoked })
        else { return }
        note("\(client.name) revokes \(message.originID ?? "")")
        client.call { engine in
            engine.revoke(message) { [weak self] result in self?.note("revoke of \(message.originID ?? ""): \(result)")
            }
        }
    }

    private func delete() {
        guard let client = pick(clients.filter(\.isRunning)), client.engine.store != nil,
            let message = shown(on: client), let originID = message.originID
        else { return }
        note("\(client.name) deletes \(originID)")
        deleted[client.name, default: [:]][originID] = false
        client.call { engine in
            engine.delete(message) { [weak self] result in
                if case .success = result { self?.deleted[client.name]?[originID] = true }
            }
        }
    }

    private func moveRoom() {
        guard let client = pick(clients.filter { $0.isRunning && $0.uid != Self.support.uid }),
            let room = pick(Self.rooms)
        else { return }
        let leaves = chance(30)
        note("\(client.name) \(leaves ? "leaves" : "enters") \(room)")
        client.call { engine in
            if leaves { engine.leaveRoom(client.session("room:\(room)")) } else { engine.enterRoom(String(room)) }
        }
    }

    // MARK: Back ends

    /// Messages posted in users' names, and lines from the server.
    private func speakAsBackEnd() {
        guard let sender = pick(Self.users), let receiver = pick(Self.users.filter { $0 != sender }) else { return }
        wordCount += 1
        note("back end: w\(wordCount)")
        switch number(in: 0...7) {
        case 5:
            // Taken back before it arrives.
            server.say("{\"revoke\":{\"msgid\":\"w\(wordCount)\"}}", from: sender, to: receiver)
            let text = "{\"text\":\"w\(wordCount)\",\"uuid\":\"w\(wordCount)\"}"
            clock.schedule(after: number(in: 0...5_000)) { [weak self] in
                self?.server.say(text, from: sender, to: receiver)
            }
        case 6, 7:
            // Somebody takes back what is not theirs.
            let peers = typed.filter { $0.address.hasPrefix("peer:") && $0.address != "peer:\($0.uid)" }
            guard let other = pick(peers), let forger = Int64(other.address.dropFirst(5)) else { return }
            server.say("{\"revoke\":{\"msgid\":\"\(other.originID)\"}}", from: forger, to: other.uid)
        case 0: server.say("{\"text\":\"w\(wordCount)\",\"uuid\":\"w\(wordCount)\"}", from: sender, to: receiver)
        // Without an origin id, doubles can be told by the keys only.
        case 1: server.say("{\"text\":\"w\(wordCount)\"}", from: sender, to: receiver)
        case 2: server.say("{\"text\":\"w\(wordCount)\"}", from: sender, group: pick([100, 200, 201]) ?? 100)
        case 3:
            server.core.postSystem(
                to: UserKey(appID: TestServer.appID, uid: receiver), text: WireText("line \(wordCount)"))
        default:
            server.core.postSilently(
                from: UserKey(appID: TestServer.appID, uid: sender), to: receiver,
                content: WireText("{\"text\":\"w\(wordCount)\",\"uuid\":\"w\(wordCount)\"}"))
        }
    }

    private func changeGroups() {
        let core = server.core
        let member = pick([2, 3] as [Int64]) ?? 2
        do throws(DirectoryRefusal) {
            switch number(in: 0...9) {
            case 0, 1, 2:
                wordCount += 1
                try core.renameGroup(pick([100, 102, 200]) ?? 100, to: "name \(wordCount)")
            case 3, 4: try core.removeMember(member, from: 102)
            case 5, 6: try core.addMember(member, to: 102, inviter: 1)
            case 7: try core.muteMember(2, of: 100, chance(50))
            case 8: try core.upgradeGroup(103)
            default: if chance(30) { try core.disbandGroup(104) }
            }
            note("a group changed")
        } catch {
            note("no group changed: \(error)")
        }
    }

    private func changeBlacklist() {
        let isOn = chance(50)
        note("3 \(isOn ? "blocks" : "allows") 2")
        server.core.list(2, on: .blocked(by: UserKey(appID: TestServer.appID, uid: 3)), isOn)
    }
}
