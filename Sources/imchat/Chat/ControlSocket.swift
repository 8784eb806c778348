import ChatEngines
import EventLoop
import HeadlessCommands
import IMModel
import MessageFlow

/// Takes messages from `imchat send` while the client runs: a Unix socket for the user alone, one request and one answer
/// a connection. The answer comes when the server has acknowledged the message, or when it failed.
final class ControlSocket {
    /// Another client wants the account: answers why not, or `nil` and ends the program soon.
    var onEnd: (() -> String?)?
    /// The server has refused the first message of a session that was not there before.
    var onRefused: ((Message) -> Void)?
    private let loop: EventLoop
    private let engine: () -> (any ChatEngine)?
    private var listener: Listener?
    private var lines: [ObjectIdentifier: ControlLine] = [:]
    /// The sessions that requests of ours make.
    private var made: Set<SessionID> = []
    /// Who waits for which message.
    private var waiting: [MessageID: [ControlLine]] = [:]

    private static let connectionLimit = 256
    private static let moment: Int64 = 20

    /// Listens; a socket that cannot be made costs the hand-over only.
    init(path: String, loop: EventLoop, userID: UInt32, engine: @escaping () -> (any ChatEngine)?) {
        self.loop = loop
        self.engine = engine
        listener = try? loop.listen(on: .unix(path: path)) { [weak self] transport, peer in
            guard let self, peer.userID == userID, lines.count < Self.connectionLimit else { return transport.close() }
            let line = ControlLine(transport)
            lines[ObjectIdentifier(line)] = line
            line.onRequest = { [weak self, weak line] in if let line { self?.handle($0, from: line) } }
            line.onEnd = { [weak self, weak line] in if let line { self?.lines[ObjectIdentifier(line)] = nil } }
        }
    }

    /// Stops listening.
    func close() {
        listener?.close()
        listener = nil
        for line in lines.values { line.close() }
    }

    private func handle(_ request: ControlRequest?, from line: ControlLine) {
        guard let request else { return line.answer(.failure("that is no request")) }
        if let ask = request.ask {
            guard ask == "end", let onEnd else { return line.answer(.failure("nobody here can do '\(ask)'")) }
            // Whoever asked while this program was suspended may be long gone: its end is then the next that is read.
            loop.schedule(after: Self.moment) { [weak self, weak line] in
                guard let self, let line, lines[ObjectIdentifier(line)] != nil else { return }
                let reason = onEnd()
                line.answer(ControlAnswer(ok: reason == nil, reason: reason))
            }
            return
        }
        guard let engine = engine() else { return line.answer(.failure("the client has no account yet")) }
        engine.findSession(address: request.address) { [weak self] result in
            switch result {
            case .success(let session): self?.send(request, in: session, engine, line)
            case .failure(let error): line.answer(.failure(Self.words(error)))
            }
        }
    }

    private func send(_ request: ControlRequest, in session: SessionID, _ engine: any ChatEngine, _ line: ControlLine) {
        if !engine.sessions.contains(where: { $0.id == session }) { made.insert(session) }
        if session.kind == .room { engine.enterRoom(session.target) }
        let message = engine.makeMessage(
            text: request.text, in: session, replyTo: nil, originID: request.originID)
        // The server may be quicker than the completion.
        waiting[message.id] = [line]
        engine.interaction(for: session).service.send(message, in: session) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let kept):
                if kept.id != message.id {
                    // A double: whoever asks again waits for the message that was sent.
                    waiting[message.id] = nil
                    waiting[kept.id, default: []].append(line)
                }
                changed([kept])
            case .failure(let error):
                waiting[message.id] = nil
                made.remove(session)
                line.answer(.failure(Self.words(error)))
            }
        }
    }

    /// Messages changed: whoever waits for one of them gets the answer.
    func changed(_ messages: [Message]) {
        guard !waiting.isEmpty else { return }
        for message in messages {
            guard let lines = waiting[message.id] else { continue }
            let answer: ControlAnswer
            switch message.state {
            case .incoming, .waiting, .sending: continue
            case .sent, .delivered, .read: answer = ControlAnswer(ok: true)
            case .failed(let failure):
                answer = .failure(HeadlessFailure.words(failure))
                if failure.isRefusal, made.contains(message.session) { onRefused?(message) }
            }
            made.remove(message.session)
            waiting[message.id] = nil
            for line in lines { line.answer(answer) }
        }
    }

    private static func words(_ error: AddressError) -> String {
        switch error {
        case .malformed(let text): "'\(text)' is no address: \(ChatAddress.expected)"
        case .unknown(let name): "nobody knows \(name)"
        case .ambiguous(let addresses): "several go by that name: " + addresses.joined(separator: ", ")
        case .unreachable(let reason): reason
        }
    }

    private static func words(_ error: MessageActionError) -> String {
        switch error {
        case .notSent(let failure): HeadlessFailure.words(failure)
        case .failed(let reason): reason
        case .unsupported: HeadlessFailure.words(.unsupported)
        default: "not sent"
        }
    }
}

extension ControlAnswer {
    fileprivate static func failure(_ reason: String) -> ControlAnswer { ControlAnswer(ok: false, reason: reason) }
}
