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

    let clock = BenchClock()
    let connector = BenchConnector()
    let composer = RowComposer()
    private(set) var screen: ChatScreen!
    private(set) var flow: MessageFlowController?
    private(set) var cellsDrawn = 0
    private let engine: GoBelieveEngine
    private var buffer: CellBuffer
    private var serial: Int32 = 0
    private var key: Int64 = 0
    private var corpus = Corpus(seed: 99)

    /// Opens the account whose store is the file, its first session on the screen.
    init(storePath: String, size: Size = Size(width: 120, height: 40)) throws {
        let clock = clock
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
        screen = ChatScreen { [weak self] in self?.flow(of: $0) }
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

    /// Closes the store.
    func stop() {
        engine.stop {}
        clock.settle()
    }

    private func logIn() {
        connector.last?.onEvent?(.connected)
        receive([.authStatus(0)])
        key = engine.service?.syncKeys.personal ?? 0
        receive([.syncBegin(key), .syncEnd(key)])
    }

    /// A message comes in as servers push it, is stored, shown and acknowledged.
    func push(from sender: Int64) {
        let content = Corpus.content(corpus.text(), originID: corpus.originID())
        let seconds = Int32(truncatingIfNeeded: clock.wallClock / 1_000)
        key += 1
        receive([
            .metadata(key: key, previous: key - 1),
            .im(.init(sender: sender, receiver: 1, timestamp: seconds, content: WireText(content))),
            .syncNotify(key),
        ])
        draw()
        clock.advance(by: 20_000)
        draw()
    }

    /// Many messages come in at once, as after a time away.
    func flood(_ count: Int, from sender: Int64) {
        var bodies: [FrameBody] = [.syncBegin(key + Int64(count))]
        for _ in 0..<count {
            let content = Corpus.content(corpus.text(), originID: corpus.originID())
            bodies.append(.im(.init(sender: sender, receiver: 1, timestamp: 1_764_500_000, content: WireText(content))))
        }
        key += Int64(count)
        bodies.append(.syncEnd(key))
        receive(bodies)
        draw()
    }

    /// A key is pressed; answers nothing, for the screen is drawn at once.
    func press(_ press: KeyPress) {
        perform(screen.handle(.key(press), now: clock.now.milliseconds))
        draw()
    }

    private func receive(_ bodies: [FrameBody]) {
        var bytes: [UInt8] = []
        for body in bodies {
            serial += 1
            let isMessage = if case .im = body { true } else { false }
            bytes += (try? Frame(seq: serial, flags: isMessage ? .push : [], body: body).encoded()) ?? []
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
