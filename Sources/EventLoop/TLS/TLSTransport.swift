/// A TLS stream on a loop: a `StreamTransport` carries the ciphertext. Nothing is ever sent in clear; without a valid
/// certificate there is no `connected`.
final class TLSTransport: Transport {
    private enum State {
        case connecting
        case handshaking(TLSSession, timeout: TimerID)
        case open(TLSSession)
        /// Our own `close()`: only the end is still told.
        case closing
        case closed
    }

    var onEvent: ((TransportEvent) -> Void)?
    var pendingBytes: Int { carrier.pendingBytes }

    private let loop: EventLoop
    private let context: TLSContext
    private let host: String
    private let carrier: StreamTransport
    private var state = State.connecting
    private var isPaused = false
    private var hasEnded = false

    init(loop: EventLoop, context: TLSContext, host: String, to endpoint: Endpoint) {
        self.loop = loop
        self.context = context
        self.host = host
        carrier = StreamTransport(loop: loop, to: endpoint)
        carrier.onEvent = { [weak self] in self?.take($0) }
    }

    deinit {
        if case .handshaking(_, let timeout) = state { loop.cancel(timeout) }
    }

    // MARK: Transport

    func send(_ bytes: [UInt8]) {
        guard case .open(let session) = state, !hasEnded, !bytes.isEmpty else { return }
        switch session.write(bytes) {
        case .done: sendCiphertext(of: session)
        case .needsMore: break
        case .failed(let error): loop.onNextTurn { [weak self] in self?.finish(error) }
        }
    }

    func pauseReading(_ paused: Bool) {
        guard paused != isPaused else { return }
        isPaused = paused
        guard case .open = state else { return }
        carrier.pauseReading(paused)
        // What has been decrypted already, or came with the handshake's last bytes, waits for no socket.
        if !paused { loop.onNextTurn { [weak self] in self?.readPlain() } }
    }

    func close() {
        switch state {
        case .closing, .closed: return
        case .connecting: break
        case .handshaking(_, let timeout): loop.cancel(timeout)
        case .open(let session):
            session.end()
            sendCiphertext(of: session)
        }
        state = .closing
        // The carrier's last event must find us, even if nobody else holds us any more.
        carrier.onEvent = { self.take($0) }
        carrier.close()
    }

    // MARK: The carrier's events

    private func take(_ event: TransportEvent) {
        switch (state, event) {
        case (.closed, _): break
        case (.closing, .closed): tellClosed(nil)
        case (.closing, _): break
        case (.connecting, .resolving), (.connecting, .connecting): onEvent?(event)
        case (.connecting, .connected): startHandshake()
        case (.connecting, .closed(let error)): tellClosed(error)
        case (.handshaking(let session, _), .received(let bytes)):
            if session.feed(bytes) { continueHandshake() } else { finish(.tls("out of memory")) }
        case (.handshaking(_, let timeout), .closed(let error)):
            loop.cancel(timeout)
            tellClosed(error ?? .tls("\(host) ended the connection before it was secure"))
        case (.open(let session), .received(let bytes)):
            if session.feed(bytes) { readPlain() } else { finish(.tls("out of memory")) }
        case (.open, .drained): onEvent?(.drained)
        // An end without TLS's closing message may have been forged by somebody on the way.
        case (.open, .closed(let error)): tellClosed(error ?? (hasEnded ? nil : .reset))
        case (.connecting, .received), (.connecting, .drained), (.handshaking, .drained): break
        case (.handshaking, .resolving), (.handshaking, .connecting), (.handshaking, .connected): break
        case (.open, .resolving), (.open, .connecting), (.open, .connected): break
        }
    }

    private func startHandshake() {
        do throws(TransportError) {
            let session = try context.makeSession(host: host)
            let timeout = loop.schedule(after: loop.configuration.connectTimeout) { [weak self] in
                self?.finish(.timedOut)
            }
            state = .handshaking(session, timeout: timeout)
            continueHandshake()
        } catch {
            finish(error)
        }
    }

    private func continueHandshake() {
        guard case .handshaking(let session, let timeout) = state else { return }
        let progress = session.handshake()
        sendCiphertext(of: session)
        switch progress {
        case .needsMore: break
        case .failed(let error): finish(error)
        case .done:
            loop.cancel(timeout)
            state = .open(session)
            if isPaused { carrier.pauseReading(true) }
            onEvent?(.connected)
            readPlain()
        }
    }

    private func readPlain() {
        guard case .open(let session) = state, !isPaused, !hasEnded else { return }
        var bytes: [UInt8] = []
        var last = session.read()
        while case .bytes(let more) = last {
            bytes += more
            last = session.read()
        }
        sendCiphertext(of: session)
        if last == .ended { hasEnded = true }
        if !bytes.isEmpty { onEvent?(.received(bytes)) }
        // The handler may have closed meanwhile; `finish` then does nothing.
        if case .failed(let error) = last { finish(error) }
        if hasEnded { finish(nil) }
    }

    private func sendCiphertext(of session: TLSSession) {
        let ciphertext = session.takeCiphertext()
        if !ciphertext.isEmpty { carrier.send(ciphertext) }
    }

    // MARK: The end

    private func finish(_ error: TransportError?) {
        switch state {
        case .closing, .closed: return
        case .handshaking(_, let timeout): loop.cancel(timeout)
        case .connecting, .open: break
        }
        carrier.abandon()
        tellClosed(error)
    }

    private func tellClosed(_ error: TransportError?) {
        state = .closed
        let handler = onEvent
        onEvent = nil
        handler?(.closed(error))
    }
}
