import IMModel
import IMServer
import IMService
import MessageFlow
import TestSupport

@testable import ChatEngines
@testable import MessageStore

/// What must hold once nothing is under way any more.
extension Simulation {
    /// Everything that is wrong.
    func faults() throws -> [String] {
        var faults = try directoryFaults()
        for client in clients {
            let key = UserKey(
                appID: client.uid == Self.support.uid ? Self.support.appID : TestServer.appID, uid: client.uid)
            var orders = [ServerOrder(try server.queue(of: key.uid, appID: key.appID), of: key)]
            for group in server.core.directory.groups.values.sorted(by: { $0.id < $1.id }) {
                guard group.appID == key.appID, group.isSuper, group.member(key.uid) != nil else { continue }
                orders.append(ServerOrder(try server.entries(of: .group(appID: group.appID, id: group.id)), of: key))
            }
            if !client.outbox.isEmpty { faults.append("\(client.name): \(client.outbox.count) left in the outbox") }
            let own = try self.faults(of: client, orders).map { "\(client.name): \($0)" }
            guard !own.isEmpty, let service = client.engine.service else { continue }
            faults += own
            let end = server.core.directory.end(of: .user(key))
            faults.append("\(client.name): \(service.state), \(service.syncKeys), the queue ends at \(end)")
        }
        return faults
    }

    /// What the server goes by and what a restart would find are the same.
    private func directoryFaults() throws -> [String] {
        let (kept, known) = (try server.keptDirectory(), server.core.directory)
        var faults: [String] = []
        for (id, group) in known.groups where kept.groups[id] != group {
            faults.append("group \(id) is \(group)\n  kept as \(kept.groups[id].map { "\($0)" } ?? "nothing")")
        }
        for (key, user) in known.users where kept.users[key] != user {
            faults.append("\(user)\n  kept as \(kept.users[key].map { "\($0)" } ?? "nothing")")
        }
        if Set(known.tokens.keys) != Set(kept.tokens.keys) { faults.append("not the tokens that are kept") }
        return faults
    }

    private func faults(of client: TestClient, _ orders: [ServerOrder]) throws -> [String] {
        var faults: [String] = []
        let takenBack = try takenBackUnsent(by: client.uid)
        let addresses = Set(client.engine.sessions.map(\.id.address)).union(orders.flatMap(\.rows.keys)).sorted()
        for address in addresses where !address.hasPrefix("room:") {
            let history = try client.history(of: address)
            let marks = history.map(Self.mark)
            // What was repeated after a group had become a super group lies in two queues, which have no common order.
            var doubled: Set<String> = []
            if orders.count > 1 {
                for (place, order) in orders.enumerated() {
                    let others = orders[..<place].flatMap { $0.rows[address] ?? [] }
                    doubled.formUnion(Set(others).intersection(order.rows[address] ?? []))
                }
            }
            for order in orders {
                var wanted = (order.rows[address] ?? []).filter { !doubled.contains($0) }
                for (originID, isDone) in deleted[client.name] ?? [:] where isDone || !marks.contains(originID) {
                    wanted.removeAll { $0 == originID }
                }
                let known = Set(wanted)
                let rows = marks.filter { known.contains($0) }
                if rows != wanted { faults.append("\(address):\n  has    \(rows)\n  wanted \(wanted)") }
            }
            let revokes = Set(orders.flatMap(\.revokes))
            let inQueues = Set(orders.flatMap { $0.rows[address] ?? [] })
            for message in history {
                faults += stateFaults(message, client, revokes, isOnServer: inQueues.contains(Self.mark(message)))
            }
            let kept = Set(history)
            for message in client.shown.values where message.session.address == address {
                // Names are told by themselves.
                let shown = client.engine.refresh(message)
                if !kept.contains(shown) {
                    faults.append(
                        "shows \(shown)\n  keeps \(history.first { $0.id == shown.id }.map { "\($0)" } ?? "nothing")")
                }
            }
            for sent in typed where sent.uid == client.uid && sent.address == address {
                guard !inQueues.contains(sent.originID), !isRefused(sent, by: client) else { continue }
                if takenBack.contains(sent.originID) { continue }
                let isDeleted = deleted.values.contains { $0[sent.originID] != nil }
                if !isDeleted { faults.append("\(address): lost \(sent.originID)") }
            }
            let name = orders.reversed().compactMap { $0.groupNames[address] }.first
            if let name, client.engine.sessionsByID[client.session(address)]?.name != name {
                let kept = client.engine.sessionsByID[client.session(address)]?.name ?? "nothing"
                faults.append("\(address) is called \(kept), not \(name)")
            }
            faults += marks.filter { refused.contains($0) }.map { "\(address): has \($0), which was refused" }
        }
        for room in Self.rooms { faults += try roomFaults(of: client, "room:\(room)") }
        return faults
    }

    /// What was taken back before it arrived, on any device of a user.
    private func takenBackUnsent(by uid: Int64) throws -> Set<String> {
        var result: Set<String> = []
        for device in clients where device.uid == uid {
            for session in device.engine.sessions {
                let rows = try device.history(of: session.id.address)
                result.formUnion(rows.filter { $0.isOutgoing && $0.content == .revoked }.compactMap(\.originID))
            }
        }
        return result
    }

    /// The origin id, or what there is instead.
    private static func mark(_ message: Message) -> String { message.originID ?? message.rawContent }

    private func stateFaults(
        _ message: Message, _ client: TestClient, _ revokes: Set<ServerOrder.Revoke>, isOnServer: Bool
    ) -> [String] {
        let mark = Self.mark(message)
        let author = message.sender.id.rawValue
        let revoke = ServerOrder.Revoke(address: message.session.address, author: author, originID: mark)
        var faults: [String] = []
        if (message.content == .revoked) != revokes.contains(revoke) {
            faults.append("\(mark) is \(message.content == .revoked ? "" : "not ")taken back")
        }
        let isOwn = message.sender.id == client.engine.me.id
        if message.isOutgoing != isOwn { faults.append("\(mark) is \(isOwn ? "not " : "")outgoing") }
        switch message.state {
        case .incoming where !isOwn && isOnServer: break
        case .sent where isOwn && isOnServer, .read where isOwn && isOnServer && message.session.kind == .peer: break
        case .failed(let reason) where isOwn && !isOnServer && reason == refusal(of: message, by: client): break
        case .failed where isOwn && message.content == .revoked: break
        default:
            faults.append(
                "\(mark) in \(message.session.address) is \(message.state)\(isOnServer ? "" : ", not on the server")")
        }
        return faults
    }

    private func isRefused(_ sent: Typed, by client: TestClient) -> Bool {
        refusal(at: client.session(sent.address), by: client) != nil
    }

    func refusal(of message: Message, by client: TestClient) -> SendFailure? {
        refusal(at: message.session, by: client)
    }

    /// Why the server does not take a message now.
    private func refusal(at session: SessionID, by client: TestClient) -> SendFailure? {
        let directory = server.core.directory
        switch session.kind {
        case .peer:
            let owner = UserKey(appID: TestServer.appID, uid: Int64(session.target) ?? 0)
            return directory.has(.blocked(by: owner), client.uid) ? .blacklisted : nil
        case .group:
            guard let group = directory.group(Int64(session.target) ?? 0, appID: TestServer.appID) else {
                return .noSuchGroup
            }
            guard let member = group.member(client.uid) else { return .notMember }
            return member.isMuted ? .timedOut : nil
        case .room:
            return client.engine.service?.currentRoom == Int64(session.target) ? nil : .notMember
        case .customer, .system: return nil
        }
    }

    /// Rooms keep nothing: what was heard was heard once, and an own message is sent or has failed.
    private func roomFaults(of client: TestClient, _ address: String) throws -> [String] {
        var faults: [String] = []
        var seen: Set<String> = []
        for message in try client.history(of: address) {
            if !seen.insert(Self.mark(message)).inserted { faults.append("\(address): \(Self.mark(message)) twice") }
            switch message.state {
            case .incoming, .sent, .failed: break
            case .waiting, .sending, .delivered, .read:
                faults.append("\(address): \(Self.mark(message)) is \(message.state)")
            }
        }
        return faults
    }

    // MARK: Reading

    /// Everybody says a last word to everybody and reads what there is on one device: then everything is read.
    func faultsAfterReading() throws -> [String] {
        let pairs = Self.users.flatMap { a in Self.users.filter { $0 != a }.map { (a, $0) } }
            .filter { pair in
                let directory = server.core.directory
                let keys = [pair.0, pair.1].map { UserKey(appID: TestServer.appID, uid: $0) }
                return !directory.has(.blocked(by: keys[0]), pair.1) && !directory.has(.blocked(by: keys[1]), pair.0)
            }
        for (from, to) in pairs {
            clients.first { $0.uid == from }?.send("last word", to: "peer:\(to)")
            clock.advance(by: 1_000)
        }
        clock.advance(by: 30_000)
        for (reader, peer) in pairs {
            guard let client = clients.last(where: { $0.uid == reader }),
                let last = try client.history(of: "peer:\(peer)").last(where: { !$0.isOutgoing })
            else { continue }
            client.call { $0.markRead(last.session, upTo: last.id) }
            clock.advance(by: 1_000)
        }
        clock.advance(by: 30_000)
        var faults: [String] = []
        for client in clients {
            for (uid, peer) in pairs where uid == client.uid {
                let unread = client.unread("peer:\(peer)")
                if unread != 0 { faults.append("\(client.name): \(unread) unread of \(peer)") }
                let history = try client.history(of: "peer:\(peer)")
                let end = history.lastIndex { $0.isOutgoing } ?? 0
                let unseen = history[...end].filter { $0.isOutgoing && $0.state == .sent }.map(Self.mark)
                guard !unseen.isEmpty else { continue }
                let rows = history.map { "\($0.id) \($0.order) \(Self.mark($0)) \($0.state)" }.joined(separator: "\n  ")
                faults.append("\(client.name): \(unseen) to \(peer) are not read of\n  \(rows)")
            }
        }
        return faults
    }
}
