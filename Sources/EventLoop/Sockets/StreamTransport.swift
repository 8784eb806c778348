internal import CPosix
internal import Glibc

/// A TCP or Unix stream on a loop. What is sent in a turn is written at its end in one call. A transport that is let
/// go of closes.
final class StreamTransport: Transport, TurnWriter {
    private enum State {
        /// Nothing has happened yet; the loop's next turn starts it.
        case idle
        case resolving
        /// Between two attempts, or waiting to repeat one.
        case planning
        case attempting(descriptor: Int32, watch: Watch, timeout: TimerID)
        /// Connected, but not told yet.
        case accepted(descriptor: Int32)
        case open(descriptor: Int32, watch: Watch)
        case closed
    }

    var onEvent: ((TransportEvent) -> Void)?
    var pendingBytes: Int { buffer.count }

    private let loop: EventLoop
    private let target: String
    private var state = State.idle
    private var buffer = WriteBuffer()
    private var isPaused = false
    private var isBlocked = false
    private var isQueuedForWriting = false
    /// Writing has failed; what the other side sent before is still read.
    private var writeError: TransportError?
    private var addresses: [SocketAddress] = []
    private var plan = ConnectPlan(addressCount: 0)
    private var answers: Mailbox<Resolver.Answer>?

    /// Starts to connect in the loop's next turn.
    init(loop: EventLoop, to endpoint: Endpoint) {
        self.loop = loop
        target = endpoint.description
        loop.onNextTurn { [weak self] in self?.start(endpoint) }
    }

    /// Takes over a connected socket; `connected` comes in the loop's next turn.
    init(loop: EventLoop, connected descriptor: Int32, target: String) {
        self.loop = loop
        self.target = target
        state = .accepted(descriptor: descriptor)
        loop.onNextTurn { [weak self] in
            guard let self, case .accepted = self.state else { return }
            self.open(descriptor)
        }
    }

    /// A transport whose only event, in the loop's next turn, is its failure.
    init(loop: EventLoop, failing error: TransportError) {
        self.loop = loop
        target = ""
        loop.onNextTurn { [weak self] in self?.finish(error) }
    }

    deinit { release(flush: false) }

    // MARK: Transport

    func send(_ bytes: [UInt8]) {
        guard case .open = state, writeError == nil, !bytes.isEmpty else { return }
        buffer.append(bytes)
        if !isBlocked { queueForWriting() }
    }

    func pauseReading(_ paused: Bool) {
        guard paused != isPaused else { return }
        isPaused = paused
        updateInterest()
    }

    func close() {
        if case .closed = state { return }
        release(flush: true)
        // Strong: the end is told even if nobody else holds us any more.
        loop.onNextTurn { self.tellClosed(nil) }
    }

    /// Closes without telling.
    func abandon() {
        onEvent = nil
        release(flush: true)
    }

    // MARK: Connecting

    private func start(_ endpoint: Endpoint) {
        guard case .idle = state else { return }
        switch endpoint {
        case .unix(let path):
            switch SocketAddress.unix(path: path) {
            case .success(let address): begin([address])
            case .failure(let error): finish(TransportError(errno: error.code, target: target))
            }
        case .tcp(let host, let port), .tls(let host, let port):
            if case .addresses(let numeric) = Resolver.lookUp(host: host, port: port, numericOnly: true) {
                begin(numeric)
            } else {
                resolve(host: host, port: port)
            }
        }
    }

    private func resolve(host: String, port: UInt16) {
        state = .resolving
        onEvent?(.resolving)
        guard case .resolving = state else { return }
        let answers = Mailbox<Resolver.Answer>(on: loop) { [weak self] in self?.resolved(host: host, $0) }
        self.answers = answers
        // The thread may outlive the transport: what it posts then falls to the ground.
        let started = HelperThread.start { answers.post(Resolver.lookUp(host: host, port: port)) }
        if !started { finish(.cannotResolve(host: host, reason: "no thread for the look-up")) }
    }

    private func resolved(host: String, _ answer: Resolver.Answer) {
        guard case .resolving = state else { return }
        answers = nil
        switch answer {
        case .addresses(let addresses): begin(addresses)
        case .failed(let reason): finish(.cannotResolve(host: host, reason: reason))
        }
    }

    private func begin(_ addresses: [SocketAddress]) {
        self.addresses = addresses
        plan = ConnectPlan(addressCount: addresses.count)
        state = .planning
        onEvent?(.connecting)
        guard case .planning = state else { return }
        follow(plan.start())
    }

    private func follow(_ action: ConnectPlan.Action) {
        switch action {
        case .giveUp(let error): finish(error)
        case .attempt(let index): attempt(index, until: loop.now.advanced(by: loop.configuration.connectTimeout))
        }
    }

    private func attempt(_ index: Int, until deadline: Instant) {
        state = .planning
        let address = addresses[index]
        let descriptor = cposix_stream_socket(address.family)
        guard descriptor >= 0 else { return attemptFailed(-descriptor) }
        if address.family != AF_UNIX { cposix_tcp_options(descriptor) }
        let code = -withUnsafePointer(to: address.raw) { cposix_connect(descriptor, $0) }
        switch code {
        case 0, EINPROGRESS:
            let timeout = loop.schedule(at: deadline) { [weak self] in self?.attemptTimedOut() }
            let watch = loop.watch(descriptor, .writable) { [weak self] _ in self?.attemptReady() }
            state = .attempting(descriptor: descriptor, watch: watch, timeout: timeout)
        case EAGAIN:
            // A Unix listener whose queue is full: only asking again tells when there is room.
            Glibc.close(descriptor)
            guard loop.now < deadline else { return follow(plan.failed(.timedOut)) }
            loop.schedule(after: 20) { [weak self] in
                guard let self, case .planning = self.state else { return }
                self.attempt(index, until: deadline)
            }
        default:
            Glibc.close(descriptor)
            attemptFailed(code)
        }
    }

    private func attemptReady() {
        guard case .attempting(let descriptor, let watch, let timeout) = state else { return }
        loop.cancel(timeout)
        watch.cancel()
        let code = -cposix_socket_error(descriptor)
        guard code == 0 else {
            Glibc.close(descriptor)
            state = .planning
            return attemptFailed(code)
        }
        addresses = []
        open(descriptor)
    }

    private func open(_ descriptor: Int32) {
        let watch = loop.watch(descriptor, []) { [weak self] in self?.ready($0) }
        state = .open(descriptor: descriptor, watch: watch)
        onEvent?(.connected)
        updateInterest()
    }

    private func attemptTimedOut() {
        guard case .attempting(let descriptor, let watch, _) = state else { return }
        watch.cancel()
        Glibc.close(descriptor)
        state = .planning
        follow(plan.failed(.timedOut))
    }

    private func attemptFailed(_ code: Int32) { follow(plan.failed(TransportError(errno: code, target: target))) }

    // MARK: Reading

    private func ready(_ readiness: Readiness) {
        if readiness.contains(.writable) { writeQueued() }
        guard readiness.contains(.readable), !isPaused, case .open(let descriptor, _) = state else { return }
        let count = cposix_read(descriptor, loop.scratch.baseAddress, UInt64(loop.scratch.count))
        switch count {
        case 1...:
            onEvent?(.received([UInt8](loop.scratch[..<Int(count)])))
        case 0:
            // The other side has ended; what it may still take of ours is given before the end is told.
            if writeError == nil { writeQueued() }
            finish(writeError)
        default:
            let code = Int32(-count)
            if code == EAGAIN { return }
            finish(writeError ?? TransportError(errno: code, target: target))
        }
    }

    private func updateInterest() {
        guard case .open(_, let watch) = state else { return }
        var interest: Readiness = isPaused ? [] : .readable
        if isBlocked { interest.insert(.writable) }
        watch.interest = interest
    }

    // MARK: Writing

    private func queueForWriting() {
        guard !isQueuedForWriting else { return }
        isQueuedForWriting = true
        loop.unfinished.append(self)
    }

    /// Writes as much as one turn may; called by the loop, or when the socket has room again.
    func writeQueued() {
        isQueuedForWriting = false
        guard case .open(let descriptor, _) = state, buffer.count > 0 else { return }
        let failure = push(descriptor, limit: loop.configuration.writeLimit)
        guard failure == nil else { return writingFailed(failure ?? .reset) }
        if buffer.count == 0 {
            if isBlocked {
                isBlocked = false
                updateInterest()
            }
            onEvent?(.drained)
        } else if !isBlocked {
            isBlocked = true
            updateInterest()
        }
    }

    private func push(_ descriptor: Int32, limit: Int) -> TransportError? {
        var failure: TransportError?
        let target = target
        buffer.drain(limit: limit) { bytes in
            let count = cposix_send(descriptor, bytes.baseAddress, UInt64(bytes.count))
            if count >= 0 { return Int(count) }
            let code = Int32(-count)
            if code != EAGAIN { failure = TransportError(errno: code, target: target) }
            return 0
        }
        return failure
    }

    private func writingFailed(_ error: TransportError) {
        buffer.removeAll()
        isBlocked = false
        writeError = error
        // The other side's last words (why it hung up) may still wait to be read; unless nobody is going to.
        if isPaused { finish(error) } else { updateInterest() }
    }

    // MARK: The end

    private func finish(_ error: TransportError?) {
        if case .closed = state { return }
        release(flush: false)
        tellClosed(error)
    }

    private func tellClosed(_ error: TransportError?) {
        let handler = onEvent
        onEvent = nil
        handler?(.closed(error))
    }

    private func release(flush: Bool) {
        switch state {
        case .idle, .resolving, .planning, .closed: break
        case .accepted(let descriptor): Glibc.close(descriptor)
        case .attempting(let descriptor, let watch, let timeout):
            loop.cancel(timeout)
            watch.cancel()
            Glibc.close(descriptor)
        case .open(let descriptor, let watch):
            watch.cancel()
            if flush { endOrderly(descriptor) }
            Glibc.close(descriptor)
        }
        answers?.close()
        answers = nil
        buffer.removeAll()
        state = .closed
    }

    private func endOrderly(_ descriptor: Int32) {
        while buffer.count > 0 {
            let before = buffer.count
            guard push(descriptor, limit: buffer.count) == nil, buffer.count < before else { break }
        }
        cposix_shutdown_writing(descriptor)
        // Unread bytes would make the kernel answer with a reset, which may overtake our own last words.
        var budget = 4
        while budget > 0, cposix_read(descriptor, loop.scratch.baseAddress, UInt64(loop.scratch.count)) > 0 {
            budget -= 1
        }
    }
}
