import EventLoop
import IMWire

/// A bare client: logs in, then sends peer messages with a bounded number of them unacknowledged.
final class LoadClient {
    let uid: Int64
    private(set) var isLoggedIn = false
    private let transport: any Transport
    private var decoder = FrameDecoder(direction: .fromServer)
    private var lastSeq: Int32 = 0
    private var receiver: Int64 = 0
    private var unsent = 0
    private var unacknowledged = 0

    init(_ loop: EventLoop, port: UInt16, uid: Int64) {
        self.uid = uid
        transport = loop.connect(to: .tcp(host: "127.0.0.1", port: port))
        transport.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .connected: send(.authToken(platform: 2, token: "t\(uid)", deviceID: "d\(uid)"))
            case .received(let bytes): receive(bytes)
            case .resolving, .connecting, .drained, .closed: break
            }
        }
    }

    var isDone: Bool { unsent == 0 && unacknowledged == 0 }

    /// Sends so many messages.
    func start(to receiver: Int64, count: Int, window: Int) {
        self.receiver = receiver
        unsent = count
        for _ in 0..<min(count, window) { sendNext() }
    }

    func close() { transport.close() }

    private func sendNext() {
        guard unsent > 0 else { return }
        unsent -= 1
        unacknowledged += 1
        send(
            .im(
                FrameBody.ChatMessage(
                    sender: uid, receiver: receiver, content: "{\"text\":\"a message of usual size\"}")))
    }

    private func send(_ body: FrameBody) {
        lastSeq += 1
        if let bytes = try? Frame(seq: lastSeq, body: body).encoded() { transport.send(bytes) }
    }

    private func receive(_ bytes: [UInt8]) {
        decoder.append(bytes)
        while let frame = try? decoder.next() {
            switch frame.body {
            case .authStatus(0): isLoggedIn = true
            case .ack:
                unacknowledged -= 1
                sendNext()
            default: break
            }
        }
    }
}
