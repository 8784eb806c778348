import Database
import EventLoop
import IMModel
import IMService
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines
@testable import MessageStore

/// One device of one user: an engine with a store in a file or in memory, and a record of what it told.
///
/// It checks the engine's laws all the time: no event inside a call, no message inserted twice.
final class TestClient {
    let clock: ManualClock
    let network: SimulatedNetwork
    let uid: Int64
    let device: String
    let directory: FakeDirectory?
    private(set) var engine: GoBelieveEngine
    private(set) var events: [ChatEngineEvent] = []
    /// What a host would show, built from the events alone.
    private(set) var shown: [MessageID: Message] = [:]
    private(set) var sessions: [SessionID: Session] = [:]
    private let path: String
    private let maximumPages: Int
    private let appID: Int64
    private let history: HistoryPolicy
    /// Milliseconds until the store's answers come, without a disk of its own.
    var storeDelay: () -> Int64 = { 1 }
    /// The disk of a simulated program; `nil`: work is done inside the calls.
    private let disk: SimulatedDisk?
    private var random: SeededRandom
    private var isCalling = false
    private var generation = 0

    init(
        _ uid: Int64, clock: ManualClock, network: SimulatedNetwork, device: String = "d", path: String = ":memory:",
        maximumPages: Int = 0, appID: Int64 = TestServer.appID, directory: FakeDirectory? = nil,
        history: HistoryPolicy = .all, disk: SimulatedDisk? = nil, seed: UInt64 = 1
    ) {
        self.uid = uid
        self.clock = clock
        self.network = network
        self.device = device
        self.path = path
        self.maximumPages = maximumPages
        self.appID = appID
        self.directory = directory
        self.history = history
        self.disk = disk
        var own = seed &* 1_000 &+ UInt64(bitPattern: uid)
        for byte in device.utf8 { own = own &* 31 &+ UInt64(byte) }
        random = SeededRandom(seed: own)
        engine = Self.placeholder(clock, network)
        engine = makeEngine()
    }

    /// Which program this is, for the network and for stories.
    var name: String { "\(uid) \(device)" }

    private static func placeholder(_ clock: ManualClock, _ network: SimulatedNetwork) -> GoBelieveEngine {
        GoBelieveEngine(
            configuration: GoBelieveConfiguration(
                account: "a", uid: 1, name: nil, endpoint: .unix(path: "x"), token: "", storePath: ""),
            scheduler: clock, connector: network, directory: nil, makeUUID: { "" }
        ) { (_) throws(StoreError) in throw .closed }
    }

    private func makeEngine() -> GoBelieveEngine {
        generation += 1
        let ours = generation
        let prefix = appID == TestServer.appID ? "" : "\(appID)-"
        let engine = GoBelieveEngine(
            configuration: GoBelieveConfiguration(
                account: "a", uid: uid, name: "user\(uid)", endpoint: .unix(path: "server"),
                token: "token\(prefix)\(uid)", appID: appID, storePath: path, history: history),
            scheduler: clock, connector: network.port(of: name), directory: directory,
            makeUUID: { [unowned self] in
                String(random.next(), radix: 16) + "-" + String(random.next(), radix: 16)
            },
            random: { [unowned self] in Double(random.next() >> 11) / Double(1 << 53) }
        ) { [weak self] (_) throws(StoreError) in
            guard let self else { throw .closed }
            if let disk { return try disk.openStore(path: path, device: device) }
            let box = StoreBox()
            let store = try MessageStore.openInline(
                path: path, account: "a", codec: GoBelieveStoreCodec.codec, maximumPages: maximumPages,
                makeDeviceID: { [device] in device },
                notify: { [weak self] in
                    guard let self else { return }
                    clock.schedule(after: max(0, storeDelay())) { box.store?.drain() }
                })
            box.store = store
            return store
        }
        engine.onEvent = { [weak self] event in
            guard let self, generation == ours else { return }
            heard(event)
        }
        return engine
    }

    private func heard(_ event: ChatEngineEvent) {
        if isCalling { Issue.record("an event inside a call: \(event)") }
        events.append(event)
        switch event {
        case .inserted(let messages):
            for message in messages {
                if shown.updateValue(message, forKey: message.id) != nil {
                    Issue.record("inserted twice: \(message.id)")
                }
            }
        case .updated(let messages): for message in messages { show(message) }
        case .deleted(_, let ids): for id in ids { shown[id] = nil }
        case .sessionsChanged(let changed): for session in changed { sessions[session.id] = session }
        default: break
        }
    }

    private func show(_ message: Message) {
        let before = shown.updateValue(message, forKey: message.id)
        guard let before, before.version > message.version || (Self.isDone(before) && !Self.isDone(message)) else {
            return
        }
        Issue.record("\(message.id) of \(name) went back from \(before.state) to \(message.state)")
    }

    private static func isDone(_ message: Message) -> Bool {
        switch message.state {
        case .sent, .delivered, .read: true
        case .incoming, .waiting, .sending, .failed: false
        }
    }

    /// A call on the engine, during which no event may come.
    @discardableResult
    func call<T>(_ body: (GoBelieveEngine) -> T) -> T {
        isCalling = true
        defer { isCalling = false }
        return body(engine)
    }

    func forgetEvents() { events = [] }

    /// Starts; answers arrive as the clock goes on.
    func start(_ completion: @escaping (Result<Void, ChatEngineError>) -> Void = { _ in }) {
        call { $0.start(completion: completion) }
    }

    /// The program ends between two instructions, and starts again with what its file holds.
    func kill() {
        generation += 1
        // What the operating system would take away: the socket and the file. The rest never runs again.
        engine.service = nil
        engine.store = nil
        disk?.kill()
        engine = makeEngine()
        shown = [:]
        sessions = [:]
        isRunning = false
    }

    var isRunning = false

    // MARK: Doing

    func session(_ address: String) -> SessionID {
        let parts = address.split(separator: ":", maxSplits: 1).map(String.init)
        return SessionID(
            account: "a", kind: SessionKind(rawValue: parts[0]) ?? .peer, target: parts.count > 1 ? parts[1] : "")
    }

    /// Sends a text and answers the message as typed.
    @discardableResult
    func send(
        _ text: String, to address: String, _ completion: @escaping (MessageActionResult) -> Void = { _ in }
    ) -> Message {
        let session = session(address)
        return call { engine in
            let message = engine.makeMessage(text: text, in: session, replyTo: nil)
            engine.send(message, in: session, completion: completion)
            return message
        }
    }

    // MARK: Looking

    /// The session's whole history, in order.
    func history(of address: String) throws -> [Message] {
        let store = try #require(engine.store)
        var result: [Message] = []
        store.page(session(address), anchor: nil, direction: .older, limit: 100_000) { answer in
            if case .success(let page) = answer { result = page.messages }
        }
        store.drain()
        return result.map { engine.refresh($0) }
    }

    func texts(_ address: String) throws -> [String] { try history(of: address).map(Self.text) }

    static func text(_ message: Message) -> String {
        switch message.content {
        case .text(let text): text.text
        case .revoked: "(revoked)"
        case .notification: "(notification)"
        case .system(let text): "system: " + text
        case .call(let call): "(call \(call.event))"
        default: "(\(message.type))"
        }
    }

    /// What the events built, in the order of a list.
    func shownTexts(_ address: String) -> [String] {
        let session = session(address)
        return shown.values.filter { $0.session == session }
            .sorted { ($0.order, Int64($0.id.rawValue) ?? 0) < ($1.order, Int64($1.id.rawValue) ?? 0) }
            .map(Self.text)
    }

    /// Takes rows and the sync keys out of the file, as damage does.
    func lose(_ ids: [MessageID]) throws {
        let store = try #require(engine.store)
        let numbers = ids.compactMap { Int64($0.rawValue) }
        store.write(.normal) { (access) throws(DatabaseError) in
            try access.connection.execute("PRAGMA defer_foreign_keys=ON; DELETE FROM sync_keys")
            for number in numbers { try access.connection.run("DELETE FROM messages WHERE id = ?", .integer(number)) }
        } completion: { _ in
        }
        store.drain()
    }

    func unread(_ address: String) -> Int { engine.sessionsByID[session(address)]?.unreadCount ?? 0 }

    var outbox: [Message] {
        var result: [Message] = []
        engine.store?.outbox { if case .success(let entries) = $0 { result = entries.map(\.message) } }
        engine.store?.drain()
        return result
    }

    private final class StoreBox {
        weak var store: MessageStore?
    }
}
