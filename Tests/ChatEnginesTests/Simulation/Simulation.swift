import EventLoop
import IMModel
import IMServer
import IMWire
import MessageFlow
import TestSupport

@testable import ChatEngines
@testable import MessageStore

/// Some clients and a server on a bad network, on virtual time: everything that happens follows from the seed.
///
/// Streams break, stall, cut bytes anywhere, carry garbage; clients and server end without a word and start again on
/// their files. When the faults end, everybody must have every message exactly once, in the server's order, with the
/// right state.
final class Simulation {
    let seed: UInt64
    private var random: SeededRandom
    private let clock = ManualClock(wallClock: 1_764_500_000_000)
    private let network: SimulatedNetwork
    private let server: TestServer
    private let files: [TemporaryFile]
    private var clients: [TestClient] = []
    private var areFaultsOn = true
    /// Origin ids typed, by sender and address.
    private var typed: [(uid: Int64, address: String, originID: String)] = []
    /// What happened, for a failing seed.
    private(set) var log: [String] = []

    private static let users: [Int64] = [1, 2, 3]
    private static let groups: [(id: Int64, members: [Int64])] = [(100, [1, 2, 3]), (101, [1, 2])]

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededRandom(seed: seed)
        files = (0..<5).map { _ in TemporaryFile() }
        network = SimulatedNetwork(clock: clock)
        let syncLimit = Int(SeededRandom.number(in: 2...40, &random))
        server = try TestServer(clock: clock, network: network, path: files[0].path) { $0.syncLimit = syncLimit }
        for uid in Self.users { server.admit(uid) }
        for group in Self.groups { server.putGroup(group.id, name: "g\(group.id)", members: group.members) }
        network.faults = { [unowned self] in (streamFaults(), streamFaults()) }
        network.refuses = { [unowned self] in areFaultsOn && chance(10) }
        for (place, owner) in [(1, "one"), (1, "two"), (2, "one"), (3, "one")].enumerated() {
            let client = TestClient(
                Int64(owner.0), clock: clock, network: network, device: "device-\(owner.1)",
                path: files[place + 1].path, seed: seed)
            client.storeDelay = { [unowned self] in areFaultsOn ? number(in: 0...80) : 1 }
            clients.append(client)
        }
    }

    /// Runs everything; answers what is wrong at the end.
    func run() throws -> [String] {
        for client in clients { start(client) }
        let steps = number(in: 60...160)
        for _ in 0..<steps {
            try step()
            clock.advance(by: chance(6) ? number(in: 0...200_000) : number(in: 0...1_500))
        }
        return try settle()
    }

    private func step() throws {
        switch number(in: 0...99) {
        case 0..<8:
            guard let client = pick(clients.filter(\.isRunning)), let (address, _) = pick(addresses(of: client.uid)),
                client.engine.store != nil, let last = try client.history(of: address).last
            else { return }
            note("\(client.uid) \(client.device) reads \(address)")
            client.call { $0.markRead(last.session, upTo: last.id) }
        case 8..<66:
            guard let client = pick(clients.filter(\.isRunning)) else { return }
            for _ in 0..<(chance(10) ? number(in: 2...30) : 1) { type(on: client) }
        case 66..<72:
            if let stream = pick(network.streams) {
                note("reset")
                stream.break()
            }
        case 72..<76:
            if let stream = pick(network.streams) {
                note("silence")
                stream.fallSilent()
            }
        case 76..<82:
            guard let client = pick(clients.filter(\.isRunning)) else { return }
            note("kill \(client.uid) \(client.device)")
            client.kill()
        case 82..<90: if let client = pick(clients.filter { !$0.isRunning }) { start(client) }
        case 90..<93:
            note("server restarts")
            try server.restart()
        case 93..<95:
            note("server away")
            server.goAway()
            clock.schedule(after: number(in: 100...120_000)) { [weak self] in self?.server.listen() }
        default: if let client = pick(clients.filter(\.isRunning)) { client.call { $0.retryNow() } }
        }
    }

    private func start(_ client: TestClient) {
        note("start \(client.uid) \(client.device)")
        client.isRunning = true
        client.start()
    }

    private func type(on client: TestClient) {
        let peers = Self.users.filter { $0 != client.uid }.map { "peer:\($0)" }
        let groups = Self.groups.filter { $0.members.contains(client.uid) }.map { "group:\($0.id)" }
        guard client.engine.store != nil, let address = pick(peers + groups) else { return }
        let message = client.send("m\(typed.count) by \(client.uid)", to: address)
        note("send \(message.originID ?? "") \(client.uid) \(client.device) to \(address)")
        typed.append((client.uid, address, message.originID ?? ""))
    }

    /// No more faults: waits, sends what failed again, and looks.
    private func settle() throws -> [String] {
        note("faults end")
        areFaultsOn = false
        server.listen()
        for client in clients where !client.isRunning { start(client) }
        clock.advance(by: 900_000)
        for _ in 0..<6 {
            var failed = 0
            for client in clients {
                for (address, _) in addresses(of: client.uid) {
                    for message in try client.history(of: address) {
                        guard case .failed(let reason) = message.state else { continue }
                        failed += 1
                        note("resend \(message.originID ?? "") after \(reason)")
                        client.call { $0.resend(message) { _ in } }
                    }
                }
            }
            clock.advance(by: 300_000)
            if failed == 0 { break }
        }
        return try faults()
    }

    // MARK: Looking

    private func addresses(of uid: Int64) -> [(address: String, other: Int64)] {
        Self.users.filter { $0 != uid }.map { ("peer:\($0)", $0) }
            + Self.groups.filter { $0.members.contains(uid) }.map { ("group:\($0.id)", $0.id) }
    }

    private func faults() throws -> [String] {
        var faults: [String] = []
        for client in clients {
            let name = "user \(client.uid) on \(client.device)"
            let queue = try server.queue(of: client.uid)
            if client.outbox != [] { faults.append("\(name): \(client.outbox.count) left in the outbox") }
            for (address, _) in addresses(of: client.uid) {
                let history = try client.history(of: address)
                let ids = history.compactMap(\.originID)
                let wanted = order(of: queue, address, uid: client.uid)
                if ids != wanted {
                    faults.append("\(name), \(address):\n  has    \(ids)\n  wanted \(wanted)")
                }
                for message in history {
                    let state: DeliveryState = message.sender.id == client.engine.me.id ? .sent : .incoming
                    let isRead = state == .sent && message.state == .read && message.session.kind == .peer
                    if message.state != state, !isRead {
                        faults.append("\(name): \(message.originID ?? "") is \(message.state)")
                    }
                }
                let shown = client.shown.values.filter { $0.session == client.session(address) }
                for message in shown where !history.contains(where: { $0 == message }) {
                    faults.append("\(name): shows \(message.originID ?? "") otherwise than it is kept")
                }
                let missing = Set(typed.filter { belongs($0, to: address, of: client.uid) }.map(\.originID))
                    .subtracting(ids)
                if !missing.isEmpty { faults.append("\(name), \(address): lost \(missing.sorted())") }
            }
        }
        return faults
    }

    private func belongs(_ sent: (uid: Int64, address: String, originID: String), to address: String, of uid: Int64)
        -> Bool
    {
        if sent.address.hasPrefix("group") { return sent.address == address }
        let other = Int64(sent.address.dropFirst(5)) ?? 0
        if sent.uid == uid { return sent.address == address }
        return other == uid && address == "peer:\(sent.uid)"
    }

    /// The first copies of a session's messages in a user's queue.
    private func order(of queue: [FrameBody], _ address: String, uid: Int64) -> [String] {
        var seen: Set<String> = []
        var result: [String] = []
        for body in queue {
            let place: String
            let content: WireText
            switch body {
            case .im(let message):
                place = "peer:\(message.sender == uid ? message.receiver : message.sender)"
                content = message.content
            case .groupIM(let message):
                place = "group:\(message.receiver)"
                content = message.content
            default: continue
            }
            let decoded = ContentCodec.decode(content)
            guard place == address, decoded.content.type != .control, let id = decoded.envelope.uuid else { continue }
            if seen.insert(id).inserted { result.append(id) }
        }
        return result
    }

    // MARK: Chance

    private func number(in range: ClosedRange<Int64>) -> Int64 { SeededRandom.number(in: range, &random) }
    private func chance(_ percent: Int64) -> Bool { number(in: 0...99) < percent }
    private func pick<T>(_ list: [T]) -> T? { list.isEmpty ? nil : list[Int(number(in: 0...Int64(list.count - 1)))] }

    private func note(_ line: String) { log.append("\(clock.now.milliseconds): \(line)") }

    private func streamFaults() -> SimulatedStream.Faults {
        var faults = SimulatedStream.Faults()
        guard areFaultsOn else { return faults }
        if chance(40) { faults.delay = { [unowned self] in number(in: 1...(chance(5) ? 20_000 : 300)) } }
        if chance(30) { faults.piece = { [unowned self] in Int(number(in: 1...40)) } }
        switch number(in: 0...9) {
        case 0, 1: faults.cutAfter = Int(number(in: 0...4_000))
        case 2: faults.silentAfter = Int(number(in: 0...4_000))
        case 3:
            faults.garbageAfter = Int(number(in: 1...4_000))
            // A negative length: what it is can be told, unlike a changed body.
            faults.garbage = (0..<16).map { _ in UInt8(number(in: 128...255)) }
        default: break
        }
        return faults
    }
}

extension SeededRandom {
    /// A number of the range.
    static func number(in range: ClosedRange<Int64>, _ random: inout SeededRandom) -> Int64 {
        Int64.random(in: range, using: &random)
    }
}
