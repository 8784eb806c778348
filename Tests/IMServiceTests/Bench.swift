import EventLoop
import IMModel
import IMWire
import TestSupport
import Testing

@testable import IMService

/// A service on a manual clock with the test as its server, and a record of all that it tells.
final class Bench {
    let clock = ManualClock()
    let connector: ScriptedConnector
    let service: IMService
    let recorder = Recorder()
    let store = RecordingHandler()
    /// The server's running number on the newest connection.
    private var seq: Int32 = 0
    private var decoder = FrameDecoder(direction: .fromClient)
    private var decodedTransport: ScriptedTransport?

    init(
        uid: Int64 = 1, keys: SyncKeys = SyncKeys(personal: 100), jitter: Double = 0.5,
        _ change: (inout ServiceConfiguration) -> Void = { _ in }
    ) {
        var configuration = ServiceConfiguration(
            endpoint: .tcp(host: "h", port: 1), token: "token", uid: uid, appID: 7, deviceID: "device", syncKeys: keys)
        change(&configuration)
        connector = ScriptedConnector(scheduler: clock)
        service = IMService(
            configuration: configuration, scheduler: clock, connector: connector, random: { jitter })
        service.addConnectionObserver(recorder)
        service.addPeerMessageObserver(recorder)
        service.addGroupMessageObserver(recorder)
        service.addRoomMessageObserver(recorder)
        service.addCustomerMessageObserver(recorder)
        service.addRealTimeMessageObserver(recorder)
        service.addSystemMessageObserver(recorder)
        service.addLoginPointObserver(recorder)
        service.pushCallObserver(recorder)
        service.addHandler(store)
        service.syncKeyStore = store
    }

    var transport: ScriptedTransport {
        guard let transport = connector.last else { preconditionFailure("nothing was connected") }
        return transport
    }

    /// Starts and logs in; answers the frames that came after the token.
    @discardableResult
    func login() -> [FrameBody] {
        service.start()
        return accept()
    }

    /// Opens the newest transport and says yes to the token; answers the frames that came after it.
    @discardableResult
    func accept() -> [FrameBody] {
        seq = 0
        transport.connected()
        _ = frames()
        reply(.authStatus(0))
        return frames()
    }

    /// A login whose first sync is empty.
    func loginIdle() {
        login()
        let key = service.syncKeys.personal
        reply(.syncBegin(key), .syncEnd(key))
        _ = frames()
        recorder.lines = []
    }

    /// The whole frames sent since the last call.
    func takeFrames() -> [Frame] {
        if decodedTransport !== transport {
            decodedTransport = transport
            decoder = FrameDecoder(
                direction: .fromClient, dialect: service.configuration.server == .today ? .today : .server2016)
        }
        decoder.append(transport.takeSent())
        var frames: [Frame] = []
        do {
            while let frame = try decoder.next() { frames.append(frame) }
        } catch {
            Issue.record("a broken frame was sent: \(error)")
        }
        return frames
    }

    func frames() -> [FrameBody] { takeFrames().map(\.body) }

    /// The bytes of a frame with the server's next seq.
    func encode(_ body: FrameBody, flags: FrameFlags = []) -> [UInt8] {
        seq += 1
        do {
            return try Frame(seq: seq, flags: flags, body: body).encoded()
        } catch {
            Issue.record("\(error)")
            return []
        }
    }

    func reply(_ bodies: FrameBody...) {
        for body in bodies { transport.receive(encode(body)) }
    }

    func reply(_ body: FrameBody, flags: FrameFlags) { transport.receive(encode(body, flags: flags)) }

    /// A live push as servers send it: METADATA, the message, the notify.
    func push(_ body: FrameBody, key: Int64, after previous: Int64, flags: FrameFlags = .push) {
        reply(.metadata(key: key, previous: previous))
        reply(body, flags: flags)
        reply(.syncNotify(key))
    }

    func peer(_ text: String, from sender: Int64 = 2, to receiver: Int64 = 1) -> FrameBody {
        .im(.init(sender: sender, receiver: receiver, timestamp: 1_700_000_000, content: WireText(text)))
    }
}

/// Everything that observers hear, a line each.
final class Recorder: ConnectionObserver, PeerMessageObserver, GroupMessageObserver, RoomMessageObserver,
    CustomerMessageObserver, RealTimeMessageObserver, SystemMessageObserver, LoginPointObserver, CallObserver
{
    var lines: [String] = []
    var onLine: ((String) -> Void)?

    func add(_ line: String) {
        lines.append(line)
        onLine?(line)
    }

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    private func marks(_ context: IncomingMessage) -> String {
        (context.isOwn ? " own" : "") + (context.isFromThisDevice ? " self" : "") + (context.isLive ? " live" : "")
    }

    func connectionChanged(to state: ConnectionState) { add("state \(ConnectionStateMachineTests.name(state))") }
    func syncAdvanced(queue: SyncQueue, key: Int64) { add("advanced \(queue) \(key)") }
    func peerMessageReceived(_ message: PeerMessage, context: IncomingMessage) {
        add("peer \(message.sender)>\(message.receiver) \(message.content.string)" + marks(context))
    }
    func peerMessageAcknowledged(localID: Int64, peer: Int64) { add("peer ack \(localID) \(peer)") }
    func peerMessageFailed(localID: Int64, peer: Int64, failure: SendFailure) {
        add("peer failed \(localID) \(peer) \(failure)")
    }
    func peerTyping(peer: Int64, isTyping: Bool) { add("typing \(peer) \(isTyping)") }
    func groupMessageReceived(_ message: GroupMessage, context: IncomingMessage) {
        add("group \(message.sender)>\(message.group) \(message.content.string)" + marks(context))
    }
    func groupMessageAcknowledged(localID: Int64, group: Int64) { add("group ack \(localID) \(group)") }
    func groupMessageFailed(localID: Int64, group: Int64, failure: SendFailure) {
        add("group failed \(localID) \(group) \(failure)")
    }
    func groupNotificationReceived(_ notice: GroupNotice, context: IncomingMessage) {
        add("notice \(notice.superGroup ?? 0) \(notice.content.string)")
    }
    func roomMessageReceived(_ message: RoomMessage) {
        add("room \(message.sender)>\(message.room) \(message.content.string)")
    }
    func roomMessageAcknowledged(localID: Int64, room: Int64) { add("room ack \(localID) \(room)") }
    func roomMessageFailed(localID: Int64, room: Int64, failure: SendFailure) {
        add("room failed \(localID) \(room) \(failure)")
    }
    func currentRoomChanged(to room: Int64?) { add("in room \(room ?? 0)") }
    func customerMessageReceived(_ message: CustomerMessage, context: IncomingMessage) {
        add("customer \(message.sender)>\(message.receiver) store \(message.store)" + marks(context))
    }
    func customerSupportMessageReceived(_ message: CustomerMessage, context: IncomingMessage) {
        add("support \(message.sender)>\(message.receiver) store \(message.store)" + marks(context))
    }
    func customerMessageAcknowledged(localID: Int64, target: SendTarget) { add("customer ack \(localID) \(target)") }
    func customerMessageFailed(localID: Int64, target: SendTarget, failure: SendFailure) {
        add("customer failed \(localID) \(target) \(failure)")
    }
    func realTimeMessageReceived(_ message: RealTimeMessage) { add("rt \(message.sender) \(message.content.string)") }
    func systemMessageReceived(_ text: RawContent, context: IncomingMessage) { add("system \(text.string)") }
    func notificationReceived(_ text: RawContent) { add("notification \(text.string)") }
    func loginPointAppeared(_ loginPoint: LoginPoint) { add("login \(loginPoint.platform) \(loginPoint.deviceID)") }
    func callControlReceived(_ control: CallControl) {
        add("call \(control.sender) \(control.command) \(control.channelID ?? "-")")
    }
}

/// A store that answers at once, or when the test says so.
final class RecordingHandler: MessageHandler, SyncKeyStoring {
    /// `nil`: the test answers by calling what is in `open`.
    var answer: Bool? = true
    var open: [(Bool) -> Void] = []
    var batches: [SyncBatch] = []
    var keys: [SyncQueue: Int64] = [:]
    var receipts: [String] = []
    /// Writings and interruptions.
    var steps: [String] = []
    var onHandle: (() -> Void)?
    var keepsOwnPlaces = false

    func handle(_ batch: SyncBatch, completion: @escaping (Bool) -> Void) {
        batches.append(batch)
        onHandle?()
        if let answer { completion(answer) } else { open.append(completion) }
    }
    func handleWriting(_ receipt: SendReceipt) { steps.append("written \(receipt.localID)") }
    func handleInterruption(_ receipt: SendReceipt) { steps.append("interrupted \(receipt.localID)") }
    func handleAcknowledgement(_ receipt: SendReceipt) { receipts.append("ack \(receipt.localID)") }
    func handleFailure(_ receipt: SendReceipt, failure: SendFailure) { receipts.append("failed \(receipt.localID)") }
    func storeSyncKey(_ key: Int64, for queue: SyncQueue) { keys[queue] = key }
}
