import Cells
import ChatEngines
import ChatUI
import EventLoop
import IMModel
import IMService
import IMWire
import MessageFlow
import MessageStore

/// The whole path but sockets and terminal: frames in, messages stored in a file, cells out.
final class EngineStage {
    static let peer = SessionID(account: "bench", kind: .peer, target: "2")
    static let other = SessionID(account: "bench", kind: .peer, target: "3")

    let clock: BenchClock
    let connector = BenchConnector()
    let composer = RowComposer()
    private(set) lazy var screen = ChatScreen { [weak self] in self?.flow(of: $0) }
    private(set) var flow: MessageFlowController?
    private(set) var cellsDrawn = 0
    /// Messages that the engine has told of.
    private(set) var received = 0
    private let engine: GoBelieveEngine
    private var buffer: CellBuffer
    private var serial: Int32 = 0
    private var key: Int64 = 0
    private var seconds: Int32 = 1_764_500_000
    private var corpus = Corpus(seed: 99)
    private var decoder = FrameDecoder(direction: .fromClient)

    /// Opens the account whose store is the file, its first session on the screen.
    init(storePath: String, size: Size = Size(width: 120, height: 40)) throws {
        let clock = BenchClock()
        self.clock = clock
        let bell = Bell()
        buffer = CellBuffer(size: size)
        engine = GoBelieveEngine(
            configuration: GoBelieveConfiguration(
                account: "bench", uid: 1, name: "alice", endpoint: .unix(path: "none"), token: "token",
                storePath: storePath),
            scheduler: clock, connector: connector, directory: nil, makeUUID: { "device" }
        ) { (makeDeviceID) throws(StoreError) in
            let store = try MessageStore.openInline(
                path: storePath, account: "bench", codec: GoBelieveStoreCodec.codec, makeDeviceID: makeDeviceID,
                notify: { clock.schedule(after: 0) { bell.store?.drain() } })
            bell.store = store
            return store
        }
        engine.onEvent = { [weak self] in self?.handle($0) }
        engine.start { _ in }
        clock.settle()
        logIn()
        perform(screen.open(Self.peer, now: clock.now.milliseconds))
        for _ in 0..<4 {
            draw()
            clock.settle()
        }
        guard flow != nil else { throw BenchError("the session did not open") }
    }

    private final class Bell {
        weak var store: MessageStore?
    }

    /// Rows laid out so far.
    var layouts: Int { flow?.counters.layoutsComputed ?? 0 }

    /// Closes the store.
    func stop() {
        engine.stop {}
        clock.settle()
    }

    private func logIn() {
        connector.last?.onSend = { [weak self] in self?.answer($0) }
        connector.last?.onEvent?(.connected)
        receive([.authStatus(0)])
        key = engine.service?.syncKeys.personal ?? 0
        receive([.syncBegin(key), .syncEnd(key)])
    }

    /// A server that shows a sign of life.
    private func answer(_ bytes: [UInt8]) {
        decoder.append(bytes)
        while let frame = try? decoder.next() {
            if case .ping = frame.body { clock.schedule(after: 0) { [weak self] in self?.receive([.pong]) } }
        }
    }

    /// A message comes in as servers push it, is stored, shown and acknowledged.
    func push(from sender: Int64) {
        let content = Corpus.content(corpus.text(), originID: corpus.originID())
        key += 1
        seconds += 20
        receive(
            [
                .metadata(key: key, previous: key - 1),
                .im(.init(sender: sender, receiver: 1, timestamp: seconds, content: WireText(content))),
                .syncNotify(key),
            ], isPush: true)
        draw()
        clock.advance(by: 200)
        draw()
    }

    /// Many messages come in at once, as after a time away.
    func flood(_ count: Int, from sender: Int64) {
        receive([.syncNotify(key + Int64(count))])
        var bodies: [FrameBody] = [.syncBegin(key + Int64(count))]
        for _ in 0..<count {
            let content = Corpus.content(corpus.text(), originID: corpus.originID())
            bodies.append(.im(.init(sender: sender, receiver: 1, timestamp: seconds, content: WireText(content))))
        }
        key += Int64(count)
        bodies.append(.syncEnd(key))
        receive(bodies)
        draw()
    }

    /// A key is pressed, and the screen drawn at once; the next one comes a tenth of a second later.
    func press(_ press: KeyPress) {
        perform(screen.handle(.key(press), now: clock.now.milliseconds))
        draw()
        clock.advance(by: 100)
        draw()
    }

    private func receive(_ bodies: [FrameBody], isPush: Bool = false) {
        var bytes: [UInt8] = []
        for body in bodies {
            serial += 1
            let flags: FrameFlags = if isPush, case .im = body { .push } else { [] }
            bytes += (try? Frame(seq: serial, flags: flags, body: body).encoded()) ?? []
        }
        connector.last?.onEvent?(.received(bytes))
        clock.settle()
    }

    private func draw() {
        perform(screen.tick(now: clock.now.milliseconds))
        guard screen.needsDisplay else { return }
        var next = CellBuffer(size: buffer.size)
        _ = screen.draw(into: &next)
        for run in next.changes(from: buffer) { cellsDrawn += run.cells.count }
        buffer = next
        clock.settle()
    }

    private func perform(_ effects: [ChatEffect]) {
        for effect in effects {
            switch effect {
            case .markRead(let session, let message): engine.markRead(session, upTo: message)
            case .draftChanged(let session, let draft): engine.setDraft(draft, in: session)
            case .typing(let session, let isTyping): engine.setTyping(isTyping, in: session)
            default: break
            }
        }
    }

    private func handle(_ event: ChatEngineEvent) {
        switch event {
        case .sessionsChanged: screen.update(sessions: engine.sessions)
        case .inserted(let messages):
            received += messages.count
            let shown = messages.filter { $0.session == Self.peer }
            if !shown.isEmpty { flow?.messagesInserted(shown) }
        case .updated(let messages): flow?.messagesUpdated(messages.filter { $0.session == Self.peer })
        default: break
        }
    }

    private func flow(of id: SessionID) -> MessageFlowController? {
        guard id == Self.peer, let session = engine.sessions.first(where: { $0.id == id }) else { return nil }
        if let flow { return flow }
        let made = MessageFlowController(
            session: session, configuration: SessionConfiguration(), interaction: engine.interaction(for: id),
            composer: composer, scheduler: clock)
        flow = made
        return made
    }
}
