public import EventLoop
import IMWire

/// A connection that stays up: resolves, connects, logs in, keeps the link alive, comes back after a loss.
///
/// `IMService` stands on it; it can also be used alone, with frames in and out. Use it on the loop's thread only.
/// Callbacks may call anything here: what they cause is done after them, in order.
public final class Connection {
    /// What the layers above get, in order.
    enum Event {
        case loggedIn
        case loggedOut
        case frame(Frame)
        /// The operating system took all bytes.
        case drained
    }

    /// Called with each new state.
    public var onStateChange: ((ConnectionState) -> Void)?
    /// Called with each frame after the login, except the answers to heartbeats.
    public var onFrame: ((ConnectionFrame) -> Void)?
    /// Called with what is of no consequence but may explain something; free of message text and tokens.
    public var onLog: ((String) -> Void)?
    var onEvent: ((Event) -> Void)?

    private let configuration: ServiceConfiguration
    private let scheduler: any Scheduling
    private let connector: any Connecting
    private let random: () -> Double
    private let timer: DeadlineTimer

    private var machine: ConnectionStateMachine
    private var transport: (any Transport)?
    private var decoder: FrameDecoder
    private var lastSeq: Int32 = 0
    private var skippedFrames = 0
    /// Actions with the frame that they are about.
    private var actions: [(ConnectionStateMachine.Action, Frame?)] = []
    private var isPerforming = false

    /// So many frames with an unknown command are skipped before a server is taken for broken.
    private static let skipLimit = 100

    /// Makes a stopped connection.
    ///
    /// - Parameters:
    ///   - configuration: The server and the login; what concerns messages is not used.
    ///   - scheduler: The loop's time.
    ///   - connector: Makes the transports.
    ///   - random: Answers numbers from 0 up to but not 1, for the jitter of retries.
    public init(
        configuration: ServiceConfiguration, scheduler: any Scheduling, connector: any Connecting,
        random: @escaping () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.configuration = configuration
        self.scheduler = scheduler
        self.connector = connector
        self.random = random
        machine = ConnectionStateMachine(timing: configuration.timing)
        decoder = FrameDecoder(direction: .fromServer, dialect: configuration.dialect)
        timer = DeadlineTimer(scheduler: scheduler)
        timer.onFire = { [weak self] in self?.deadlineReached() }
    }

    deinit {
        transport?.onEvent = nil
        transport?.close()
        timer.follow(nil)
    }

    /// Where it stands.
    public var state: ConnectionState { machine.publicState }
    /// Bytes that the operating system has not taken yet.
    public var pendingBytes: Int { transport?.pendingBytes ?? 0 }

    /// Connects and stays connected.
    public func start() { perform(machine.start(now: scheduler.now)) }
    /// Disconnects and stays so.
    public func stop() { perform(machine.stop()) }
    /// Holds no connection until the foreground.
    public func enterBackground() { perform(machine.enterBackground()) }
    /// Connects at once after a time in the background.
    public func enterForeground() { perform(machine.enterForeground(now: scheduler.now)) }
    /// The machine's addresses changed: connects anew at once.
    public func networkChanged() { perform(machine.networkChanged(now: scheduler.now)) }
    /// Ends a pause before a retry.
    public func retryNow() { perform(machine.retryNow(now: scheduler.now)) }

    /// Sends a frame with the next seq; answers the seq, or `nil` when not logged in or the body is above the limit.
    @discardableResult
    public func send(_ frame: ConnectionFrame) -> Int32? {
        guard state.isOnline, frame.body.count <= FrameLimits.maximumBody else { return nil }
        let seq = takeSeq()
        let length = UInt32(frame.body.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(FrameLimits.headerSize + frame.body.count)
        for word in [length, UInt32(bitPattern: seq)] {
            for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        bytes += [frame.command, frame.version, frame.flags, 0]
        write(bytes + frame.body, expectsAnswer: false)
        return seq
    }

    /// Sends a body after the login; `false` if it did not go out.
    @discardableResult
    func send(_ body: FrameBody, flags: FrameFlags = [], seq: Int32? = nil, expectsAnswer: Bool = false) -> Bool {
        guard state.isOnline else { return false }
        let frame = Frame(seq: seq ?? takeSeq(), version: configuration.protocolVersion, flags: flags, body: body)
        do {
            write(try frame.encoded(), expectsAnswer: expectsAnswer)
            return true
        } catch {
            onLog?("not sent: \(error)")
            return false
        }
    }

    /// The next seq: counts on over reconnects, so that a late ACK never meets another message.
    func takeSeq() -> Int32 {
        lastSeq = lastSeq == .max ? 1 : lastSeq + 1
        return lastSeq
    }

    /// The other side broke the protocol as the layers above see it.
    func violated(_ reason: String) {
        perform(machine.violated(reason, now: scheduler.now, jitter: random()))
    }

    /// Asks for a sign of life.
    func probe() { perform(machine.probe(now: scheduler.now)) }

    /// When the last frame of this login came.
    var lastReceived: Instant? { machine.lastReceived }

    // MARK: Inside

    private func write(_ bytes: [UInt8], expectsAnswer: Bool) {
        transport?.send(bytes)
        machine.sent(expectsAnswer: expectsAnswer, now: scheduler.now)
        timer.follow(machine.deadline)
    }

    private func deadlineReached() {
        perform(machine.deadlineReached(now: scheduler.now, jitter: random()))
    }

    private func handle(_ event: TransportEvent) {
        switch event {
        case .resolving: perform(machine.transportResolving())
        case .connecting: perform(machine.transportConnecting())
        case .connected: perform(machine.transportConnected(now: scheduler.now))
        case .received(let bytes): received(bytes)
        case .drained: onEvent?(.drained)
        case .closed(let error):
            // Over already: nothing is left to close.
            transport?.onEvent = nil
            transport = nil
            perform(machine.transportClosed(error, now: scheduler.now, jitter: random()))
        }
    }

    private func received(_ bytes: [UInt8]) {
        let stream = transport
        decoder.append(bytes)
        // A callback may have ended this stream; what is left of it must not reach the next one.
        while let stream, stream === transport {
            do throws(WireError) {
                guard let frame = try decoder.next() else { return }
                perform(
                    machine.received(frame.body, now: scheduler.now, jitter: random()), frame: frame)
            } catch {
                if case .unknownCommand = error, state.isOnline, skippedFrames < Self.skipLimit {
                    skippedFrames += 1
                    onLog?("skipped: \(error)")
                    continue
                }
                violated(String(describing: error))
                return
            }
        }
    }

    private func perform(_ new: [ConnectionStateMachine.Action], frame: Frame? = nil) {
        for action in new { actions.append((action, frame)) }
        guard !isPerforming else { return }
        isPerforming = true
        var index = 0
        while index < actions.count {
            let (action, frame) = actions[index]
            index += 1
            perform(action, frame)
        }
        actions.removeAll(keepingCapacity: true)
        isPerforming = false
        timer.follow(machine.deadline)
    }

    private func perform(_ action: ConnectionStateMachine.Action, _ frame: Frame?) {
        switch action {
        case .openTransport: open()
        case .closeTransport:
            transport?.onEvent = nil
            transport?.close()
            transport = nil
        case .sendToken: sendToken()
        case .sendPing:
            sendUnchecked(.ping)
        case .loggedIn: onEvent?(.loggedIn)
        case .loggedOut: onEvent?(.loggedOut)
        case .deliver:
            guard let frame else { return }
            onEvent?(.frame(frame))
            if let onFrame, let raw = frame.raw { onFrame(raw) }
        case .report(let state): onStateChange?(state)
        case .ignored(let what): onLog?(what)
        }
    }

    private func open() {
        decoder = FrameDecoder(direction: .fromServer, dialect: configuration.dialect)
        skippedFrames = 0
        let transport = connector.connect(to: configuration.endpoint)
        self.transport = transport
        transport.onEvent = { [weak self, weak transport] event in
            guard let self, let transport, transport === self.transport else { return }
            handle(event)
        }
    }

    private func sendToken() {
        let body = FrameBody.authToken(
            platform: configuration.platform, token: configuration.token, deviceID: configuration.deviceID)
        sendUnchecked(body)
    }

    private func sendUnchecked(_ body: FrameBody) {
        let frame = Frame(seq: takeSeq(), version: configuration.protocolVersion, body: body)
        do {
            transport?.send(try frame.encoded())
        } catch {
            // Only a token or device id beyond 255 bytes gets here.
            violated(String(describing: error))
        }
    }
}

extension ServiceConfiguration {
    /// The wire's name of the generation.
    var dialect: FrameDialect {
        switch server {
        case .today: .today
        case .year2016: .server2016
        }
    }
}

extension Frame {
    /// The frame as numbers and bytes.
    fileprivate var raw: ConnectionFrame? {
        guard let bytes = try? encoded() else { return nil }
        return ConnectionFrame(
            seq: seq, command: body.command.rawValue, flags: flags.rawValue, version: version,
            body: Array(bytes[FrameLimits.headerSize...]))
    }
}
