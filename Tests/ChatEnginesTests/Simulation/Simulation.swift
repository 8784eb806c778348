import Database
import EventLoop
import IMModel
import IMServer
import MessageFlow
import TestSupport

@testable import ChatEngines
@testable import MessageStore

/// Some clients and a server on a bad network and bad disks, on virtual time: everything that happens follows from the
/// seed.
///
/// Streams break, stall, cut bytes anywhere, join them, carry garbage, reach the server twice; acknowledgements get lost,
/// doubled and late; commits take time and are refused; clients and server are killed and start again on their files,
/// without what was not committed. When the faults end, everybody must have every message exactly once, in the server's
/// order, with the right state (`Simulation+Laws.swift`).
final class Simulation {
    /// A typed message whose sender was told that it is kept.
    struct Typed {
        var uid: Int64
        var address: String
        var originID: String
    }

    let seed: UInt64
    let clock = ManualClock(wallClock: 1_764_500_000_000)
    let network: SimulatedNetwork
    let server: TestServer
    private(set) var clients: [TestClient] = []
    private(set) var areFaultsOn = true
    var typed: [Typed] = []
    /// Origin ids whose sender was told that they are not kept.
    var refused: Set<String> = []
    /// What was deleted, by the client's name; `true` once the client heard that it is done.
    var deleted: [String: [String: Bool]] = [:]
    var wordCount = 0
    /// What happened, for a failing seed.
    private(set) var log: [String] = []
    private var random: SeededRandom
    private let files: [TemporaryFile]
    private let disks: [SimulatedDisk]
    /// Until when a disk refuses commits.
    private var badUntil: [Instant]

    static let support = UserKey(appID: 1_453, uid: 9)
    static let users: [Int64] = [1, 2, 3]
    /// Normal groups: 102 changes its members, 103 becomes a super group, 104 ends.
    static let groups: [(id: Int64, members: [Int64], isSuper: Bool)] = [
        (100, [1, 2, 3], false), (101, [1, 2], false), (102, [1, 2, 3], false), (103, [1, 2, 3], false),
        (104, [2, 1], false), (200, [1, 2, 3], true), (201, [3, 1], true),
    ]
    static let rooms: [Int64] = [500, 501]
    private static let devices: [(uid: Int64, name: String)] = [
        (1, "one"), (1, "two"), (2, "one"), (3, "one"), (9, "desk"),
    ]

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededRandom(seed: seed)
        let clock = clock
        files = (0...Self.devices.count).map { _ in TemporaryFile() }
        disks = (0...Self.devices.count).map { _ in SimulatedDisk(clock: clock) }
        badUntil = disks.map { _ in clock.now }
        network = SimulatedNetwork(clock: clock)
        let syncLimit = Int(SeededRandom.number(in: 2...40, &random))
        let quirks = ServerQuirks(rawValue: UInt8(SeededRandom.number(in: 0...7, &random)))
        server = try TestServer(clock: clock, network: network, path: files[0].path, disk: disks[0]) {
            $0.syncLimit = syncLimit
            $0.groupSyncLimit = 100_000
            $0.quirks = quirks
            $0.hasBlacklist = true
            $0.sendsLoginPoints = true
        }
        note("quirks \(quirks.rawValue), \(syncLimit) in a sync")
        for uid in Self.users { server.admit(uid, name: "user\(uid)") }
        server.admit(Self.support.uid, name: "support", appID: Self.support.appID)
        for group in Self.groups {
            server.putGroup(group.id, name: "g\(group.id)", members: group.members, isSuper: group.isSuper)
        }
        clock.advance(by: 100)
        network.faults = { [unowned self] in (streamFaults(toClient: false), streamFaults(toClient: true)) }
        network.refuses = { [unowned self] in areFaultsOn && chance(10) }
        network.doubles = { [unowned self] in areFaultsOn && chance(6) }
        for (place, disk) in disks.enumerated() { set(disk, place) }
        for (place, device) in Self.devices.enumerated() {
            clients.append(
                TestClient(
                    device.uid, clock: clock, network: network, device: "device-\(device.name)",
                    path: files[place + 1].path,
                    appID: device.uid == Self.support.uid ? Self.support.appID : TestServer.appID,
                    disk: disks[place + 1], seed: seed))
        }
    }

    private func set(_ disk: SimulatedDisk, _ place: Int) {
        disk.delay = { [unowned self] in areFaultsOn ? number(in: 1...(chance(5) ? 1_500 : 60)) : 1 }
        disk.turn = { [unowned self] in areFaultsOn && chance(30) ? Int(number(in: 1...3)) : .max }
        disk.refusal = { [unowned self] in
            guard areFaultsOn, clock.now < badUntil[place] else { return nil }
            return chance(70) ? .diskFull : .inputOutput
        }
    }

    /// Runs everything; answers what is wrong at the end.
    func run() throws -> [String] {
        for client in clients { start(client) }
        let steps = number(in: 80...200)
        for _ in 0..<steps {
            try step()
            clock.advance(by: chance(6) ? number(in: 0...200_000) : number(in: 0...1_500))
        }
        return try settle()
    }

    /// No more faults: waits, sends what failed again, and looks.
    private func settle() throws -> [String] {
        note("faults end")
        areFaultsOn = false
        for stream in network.streams { stream.heal() }
        server.listen()
        for client in clients where !client.isRunning { start(client) }
        clock.advance(by: 900_000)
        // What a server that started again does not tell before somebody speaks (protocol document, section 5.8).
        for group in [103, 200, 201] as [Int64] {
            server.say("{\"text\":\"last\",\"uuid\":\"last-\(group)\"}", from: 1, group: group)
        }
        clock.advance(by: 60_000)
        for disk in disks { disk.isCalm = true }
        defer { for disk in disks { disk.isCalm = false } }
        for _ in 0..<6 {
            if try resendFailed() == 0 { break }
            clock.advance(by: 300_000)
        }
        clock.advance(by: 60_000)
        let faults = try faults()
        return faults.isEmpty ? try faultsAfterReading() : faults
    }

    /// Sends again what failed and would not be refused again; answers how much.
    private func resendFailed() throws -> Int {
        var failed = 0
        for client in clients {
            for session in client.engine.sessions.sorted(by: { $0.id < $1.id }) {
                for message in try client.history(of: session.id.address) {
                    guard case .failed(let reason) = message.state, message.content != .revoked else { continue }
                    guard reason != refusal(of: message, by: client) else { continue }
                    failed += 1
                    note("resend \(message.originID ?? "") after \(reason)")
                    client.call { $0.resend(message) { _ in } }
                }
            }
        }
        return failed
    }

    func start(_ client: TestClient) {
        note("start \(client.name)")
        client.isRunning = true
        client.start()
    }

    /// The program of a client ends between two instructions; sometimes the whole machine, and nobody is told.
    func kill(_ client: TestClient) {
        let isMachine = chance(30)
        note("kill \(client.name)\(isMachine ? " without a word" : "")")
        if isMachine { for stream in network.streams where stream.owner == client.name { stream.fallSilent() } }
        client.kill()
    }

    /// A disk, the server's (0) or a client's, refuses commits for a while.
    func spoilADisk() {
        let place = chance(30) ? 0 : Int(number(in: 1...Int64(Self.devices.count)))
        let length = number(in: 100...30_000)
        note("disk \(place) refuses commits for \(length) ms")
        badUntil[place] = clock.now.advanced(by: length)
    }

    // MARK: Chance

    func number(in range: ClosedRange<Int64>) -> Int64 { SeededRandom.number(in: range, &random) }
    func chance(_ percent: Int64) -> Bool { number(in: 0...99) < percent }
    func pick<T>(_ list: [T]) -> T? { list.isEmpty ? nil : list[Int(number(in: 0...Int64(list.count - 1)))] }

    func note(_ line: String) { log.append("\(clock.now.milliseconds): \(line)") }

    private func streamFaults(toClient: Bool) -> SimulatedStream.Faults {
        var faults = SimulatedStream.Faults()
        guard areFaultsOn else { return faults }
        if chance(40) { faults.delay = { [unowned self] in number(in: 1...(chance(5) ? 20_000 : 300)) } }
        if chance(30) { faults.piece = { [unowned self] in Int(number(in: 1...40)) } }
        if chance(30) { faults.merges = { [unowned self] in chance(60) } }
        if toClient, chance(30) { faults.tamper = FrameTamper { [unowned self] in fate() } }
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

    private func fate() -> FrameTamper.Fate {
        guard areFaultsOn else { return .pass }
        switch number(in: 0...9) {
        case 0: return .drop
        case 1: return .double
        case 2, 3: return .late(Int(number(in: 1...6)))
        default: return .pass
        }
    }
}

extension SeededRandom {
    /// A number of the range.
    static func number(in range: ClosedRange<Int64>, _ random: inout SeededRandom) -> Int64 {
        Int64.random(in: range, using: &random)
    }
}
