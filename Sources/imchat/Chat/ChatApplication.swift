import Cells
import ChatEngines
import ChatUI
import CursesBackend
import EventLoop
import Glibc
import IMModel
import MessageFlow

/// Joins terminal, screen and engine on the loop: input goes to the screen, the screen's effects to the engine, the
/// engine's events to the screen and to the message flows, and what changed to the terminal.
final class ChatApplication {
    let loop: EventLoop
    let terminal: any ChatTerminal
    /// The interface where the terminal can only print lines.
    let lines: Lines?
    let source: AccountSource
    let preferences: Preferences
    /// The file whose being there says that the first start's page was shown.
    let welcomeMark: String
    /// Whether another client holds the account: everything is shown, nothing is written or sent.
    private(set) var isReadOnly: Bool
    /// Whether the client that held the account was seen to have ended, while this one only reads.
    var isHolderGone = false
    /// Keeps the account for this client, where it took it over while it ran.
    private var lock: FileLock?
    let flows = FlowCache()
    /// The screen; made with the application, needed by everything.
    private(set) lazy var screen = makeScreen()
    var engine: (any ChatEngine)?
    var isStarting = false
    /// Why the last start failed, as it was told.
    var startTrouble: String?
    /// How often the store was waited for since.
    var startTries = 0
    var storeTimer: TimerID?
    /// The engine, while it only reads and the store is waited for.
    var reader: ReadingEngine?
    /// Takes messages from `imchat send`.
    var control: ControlSocket?
    /// Whether the first session that is opened may be one without a message.
    var opensEmpty = false
    var isMouseOn = false
    /// The number of the last search; older answers are dropped.
    var searchNumber = 0
    /// Quick tries to reach the embedded server since it was last reached.
    var quickRetries = 0
    /// Whether it was said that a server started by hand is gone.
    var hasToldServerGone = false
    /// What happened on the connection, for the debug view.
    var log = EventLog()
    /// Files that are being fetched, by address.
    var downloads: [String: Download] = [:]
    /// A line for the shell after the end, if it did not end well.
    var farewell: String?

    var decoder: InputDecoder
    var probe = TerminalProbe()
    var probeTimer: TimerID?
    private var input: Watch?
    private var signals: [SignalWatch] = []
    private var decoderTimer: TimerID?
    private var screenTimer: TimerID?
    private var isDrawScheduled = false
    private var lastDraw: Instant?
    private(set) var isSuspended = false
    /// Whether this process has stopped itself and not yet heard that it goes on.
    private var awaitsContinue = false
    private(set) var isEnding = false
    private var hasLeft = false
    /// Ends the wait for what is being sent.
    private var departure: TimerID?
    /// A line for the shell after the end, on what is not sent yet.
    private(set) var remainder: SafeText?
    /// Texts that could not be kept, for the shell after the end: where to, and what.
    var unkept: [(title: SafeText, text: String)] = []
    /// The program that takes what was copied last.
    var copying: ProcessRunner?
    /// The editor that has the terminal.
    var editing: Editing?
    private var rememberTimer: TimerID?

    /// At most 60 frames a second under load; the first one at once.
    private static let frame: Int64 = 16

    init(
        loop: EventLoop, terminal: any ChatTerminal, lines: Lines?, source: AccountSource, preferences: Preferences,
        welcomeMark: String, isReadOnly: Bool
    ) {
        self.loop = loop
        self.lines = lines
        self.terminal = terminal
        self.source = source
        self.preferences = preferences
        self.welcomeMark = welcomeMark
        self.isReadOnly = isReadOnly
        decoder = InputDecoder(keys: terminal.keyStrings)
    }

    /// Runs until the user or a signal ends it.
    func run() {
        watchTerminal()
        watchSignals()
        terminal.setMouse(isMouseOn)
        terminal.usesSynchronizedOutput = preferences.findings.synchronizesOutput == true
        terminal.showsNewest = preferences.findings.showsNewest != false
        _ = screen.handle(.resize(terminal.size), now: now)
        welcome()
        draw()
        // First paint never waits: questions to the terminal and the account come after it.
        startProbe()
        tellProblems()
        if isReadOnly { watchHolder(wasHeld: false) }
        loop.schedule(after: 0) { [weak self] in self?.startAccount() }
        loop.run()
    }

    /// Monotonic milliseconds, as the screen counts time.
    var now: Int64 { loop.now.milliseconds }

    // MARK: Screen

    private func makeScreen() -> ChatScreen {
        isMouseOn = preferences.settings.mouse
        let screen = ChatScreen(configuration: screenConfiguration()) { [weak self] id in self?.flow(of: id) }
        screen.onNeedsDisplay = { [weak self] in self?.update() }
        return screen
    }

    private func flow(of id: SessionID) -> MessageFlowController? {
        guard let engine else { return nil }
        // A session that was made a moment ago is told of with the next event.
        let session = engine.sessions.first { $0.id == id } ?? Session(id: id)
        let ingredients = FlowCache.Ingredients(
            engine: engine, scheduler: loop, look: flowLook(),
            wallClock: { [loop] in loop.wallClock }, forwardTargets: { [weak engine] in engine?.sessions ?? [] })
        return flows.flow(of: session, ingredients)
    }

    /// Something changed outside of an input: effects are done, and a drawing follows.
    func update() {
        loop.onNextTurn { [weak self] in
            guard let self, !isEnding else { return }
            perform(screen.tick(now: now))
            scheduleDraw()
        }
    }

    /// Draws soon: at once when the last drawing is long ago, else with the next frame.
    func scheduleDraw() {
        guard screen.needsDisplay, !isDrawScheduled, !isSuspended, !isEnding else { return }
        isDrawScheduled = true
        let wait = lastDraw.map { max(0, Self.frame - loop.now.since($0)) } ?? 0
        loop.schedule(after: wait) { [weak self] in self?.draw() }
    }

    private func draw() {
        isDrawScheduled = false
        guard !isSuspended, !isEnding else { return }
        var buffer = CellBuffer(size: terminal.size)
        let cursor = screen.draw(into: &buffer)
        if let lines { show(lines) } else { terminal.draw(buffer, cursor: cursor) }
        terminal.setTitle(screen.title)
        lastDraw = loop.now
        followDeadline()
    }

    private func followDeadline() {
        if let screenTimer { loop.cancel(screenTimer) }
        screenTimer = screen.nextDeadline.map { deadline in
            loop.schedule(at: Instant(milliseconds: deadline)) { [weak self] in self?.update() }
        }
    }

    // MARK: Terminal

    func watchTerminal() {
        stopReading()
        input = loop.watch(terminal.inputDescriptor, .readable) { [weak self] _ in self?.readTerminal() }
    }

    /// Nothing is read until `watchTerminal`.
    func stopReading() {
        input?.cancel()
        input = nil
    }

    private func readTerminal() {
        if let lines, !lines.terminal.isOurs { return waitForTerminal(lines) }
        switch terminal.read() {
        case .bytes(let bytes):
            if let lines { return take(bytes, lines) }
            handle(decoder.feed(bytes, now: now))
        case .nothing: return
        case .end:
            // The terminal is gone: nobody can see anything any more.
            input?.cancel()
            if let lines { enter(lines) }
            handle(decoder.flush())
            end()
        }
    }

    private func handle(_ events: [InputEvent]) {
        for event in events {
            if case .reply(let reply) = event { act(on: probe.received(reply)) }
            perform(screen.handle(event, now: now))
            if isEnding { return }
        }
        if let decoderTimer { loop.cancel(decoderTimer) }
        decoderTimer = decoder.deadline.map { deadline in
            loop.schedule(at: Instant(milliseconds: deadline)) { [weak self] in
                guard let self else { return }
                handle(decoder.expire(now: now))
            }
        }
        scheduleDraw()
    }

    private func watchSignals() {
        func on(_ signal: Int32, _ handler: @escaping (ChatApplication) -> Void) {
            let watch = try? loop.watchSignal(signal) { [weak self] in self.map(handler) }
            if let watch { signals.append(watch) }
        }
        for signal in [SIGTERM, SIGHUP] { on(signal) { $0.end() } }
        // A key of the editor's is none of ours.
        for signal in [SIGINT, SIGQUIT] { on(signal) { if $0.editing == nil { $0.end() } } }
        on(SIGWINCH) { application in
            guard application.terminal.updateSize() else { return }
            application.handle([.resize(application.terminal.size)])
        }
        on(SIGTSTP) { $0.suspend() }
        on(SIGCONT) { $0.continued() }
    }

    // MARK: Effects of the terminal's own

    /// Gives the terminal back and stops this process until somebody continues it.
    func suspend() {
        // The editor has stopped, and we are one job with it; the terminal is not ours to touch.
        if editing != nil { return RunningProcess.canBeContinued ? RunningProcess.stopSelf() : () }
        guard !isSuspended else { return }
        guard RunningProcess.canBeContinued else {
            return say(words.noShell, isTrouble: true)
        }
        leaveTerminal()
        awaitsContinue = true
        RunningProcess.stopSelf()
        if editing == nil, isSuspended { enterTerminal() }
    }

    /// Whoever stopped us without asking (SIGSTOP) has left the terminal to others meanwhile.
    private func continued() {
        let isOwnStop = awaitsContinue
        awaitsContinue = false
        guard editing == nil, !isOwnStop, !isEnding else { return }
        if isSuspended { return enterTerminal() }
        terminal.reassert()
        _ = screen.handle(.resize(terminal.size), now: now)
        draw()
    }

    /// The terminal goes back to its own modes; nothing is read from it or written to it until `enterTerminal`.
    func leaveTerminal() {
        act(on: probe.abandon())
        isSuspended = true
        stopReading()
        terminal.suspend()
    }

    /// Takes the terminal again and paints everything.
    func enterTerminal() {
        isSuspended = false
        terminal.resume()
        watchTerminal()
        _ = screen.handle(.resize(terminal.size), now: now)
        draw()
    }

    /// Paints everything anew.
    func redraw() {
        terminal.invalidate()
        draw()
    }

    /// Ends the program: what is being sent gets a moment to arrive, and what waits is written.
    func end() {
        guard !isEnding else { return }
        perform(screen.tick(now: now))
        isEnding = true
        stopReading()
        editing?.program.terminate()
        downloads = [:]
        control?.close()
        if rememberTimer != nil { writeSession() }
        leaveOnceSent()
    }

    /// Ends as soon as nothing is under way that could still arrive; asked again with every event.
    func leaveOnceSent() {
        guard !hasLeft else { return }
        if let engine, Departure.waits(engine.connectionState, unsent: engine.unsentCount) {
            if departure == nil {
                departure = loop.schedule(after: Departure.patience) { [weak self] in self?.leave() }
            }
        } else {
            leave()
        }
    }

    private func leave() {
        guard !hasLeft else { return }
        hasLeft = true
        guard let engine else { return loop.stop() }
        if engine.unsentCount > 0 { remainder = words.unsent(engine.unsentCount) }
        engine.stop { [weak self, loop] in
            self?.noteUnkept(engine)
            loop.stop()
        }
    }

    /// The next start comes back to the session of this moment; stepping through many is written once.
    func rememberSession() {
        guard rememberTimer == nil, !isReadOnly else { return }
        rememberTimer = loop.schedule(after: 2_000) { [weak self] in
            self?.rememberTimer = nil
            self?.writeSession()
        }
    }

    private func writeSession() {
        if let session = screen.currentSession { LastSession.write(session.address, in: source.folder) }
    }

    /// From now on the account is this client's.
    func hold(_ lock: FileLock) {
        self.lock = lock
        isReadOnly = false
    }

    /// Runs the effects that the screen asked for, in their order; the end comes last, so that nothing is lost by it.
    func perform(_ effects: [ChatEffect]) {
        var isLast = false
        for effect in effects {
            if case .quit = effect { isLast = true } else { perform(effect) }
        }
        if isLast { end() }
    }
}
