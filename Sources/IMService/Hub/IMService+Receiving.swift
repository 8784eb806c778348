import EventLoop
import IMModel
import IMWire

extension IMService {
    /// A frame came after the login.
    func received(_ frame: Frame) {
        let position = metadata.position(for: frame)
        let now = scheduler.now
        switch frame.body {
        case .im(let message): received(message, frame, position)
        case .groupIM(let message): receivedGroup(message, frame, position)
        case .customerV2(let message): received(message, frame, position)
        case .customer(let message): receivedLegacy(message, fromSupport: false, frame)
        case .customerSupport(let message): receivedLegacy(message, fromSupport: true, frame)
        case .groupNotification(let text):
            route(IncomingMessage(payload: .groupNotice(GroupNotice(content: RawContent(text)))), frame, position)
        case .system(let text): route(IncomingMessage(payload: .system(RawContent(text))), frame, position)
        case .ack(let seq, let status): acknowledged(seq, status, frame, position)
        case .syncBegin: perform(effects(of: sync.began(.personal, now: now)))
        case .syncEnd(let key): perform(effects(of: sync.ended(.personal, key: key, now: now)))
        case .syncNotify(let key): perform(effects(of: sync.notified(.personal, key: key, now: now)))
        case .syncGroupBegin(let group, _): perform(effects(of: sync.began(.group(group), now: now)))
        case .syncGroupEnd(let group, let key): perform(effects(of: sync.ended(.group(group), key: key, now: now)))
        case .syncGroupNotify(let group, let key):
            perform(effects(of: sync.notified(.group(group), key: key, now: now)))
        case .metadata, .pong, .authStatus:
            // The first is kept by the pairing, the others are the connection's.
            break
        case .rt, .roomIM, .notification, .inputing, .loginPoint, .voipControl: receivedLive(frame.body)
        case .authToken, .ping, .enterRoom, .leaveRoom, .unreadCount, .sync, .syncGroup, .syncKey, .groupSyncKey,
            .legacy:
            // No server sends these; the decoder refuses most of them.
            break
        }
    }

    // MARK: Messages of queues

    private func received(_ message: FrameBody.ChatMessage, _ frame: Frame, _ position: QueuePosition?) {
        let uid = configuration.uid
        guard message.sender == uid || message.receiver == uid else {
            return route(nil, frame, position)
        }
        let payload = PeerMessage(
            sender: message.sender, receiver: message.receiver, timestamp: Int64(message.timestamp),
            localID: Int64(message.msgid), content: RawContent(message.content))
        route(IncomingMessage(payload: .peer(payload), isOwn: message.sender == uid), frame, position)
    }

    private func receivedGroup(_ message: FrameBody.ChatMessage, _ frame: Frame, _ position: QueuePosition?) {
        guard message.receiver > 0 else { return route(nil, frame, position) }
        let payload = GroupMessage(
            sender: message.sender, group: message.receiver, timestamp: Int64(message.timestamp),
            localID: Int64(message.msgid), content: RawContent(message.content))
        let isSuper = frame.flags.isSuperset(of: [.push, .superGroup])
        route(
            IncomingMessage(payload: .group(payload), isOwn: message.sender == configuration.uid), frame, position,
            queue: isSuper ? .group(message.receiver) : .personal)
    }

    private func received(_ message: FrameBody.CustomerMessage, _ frame: Frame, _ position: QueuePosition?) {
        let isForMe = isMe(message.receiverAppID, message.receiver)
        // Who does not know his application cannot tell a namesake of another one from himself: then both numbers are
        // ours, and the message is one to us.
        let isOwn = isMe(message.senderAppID, message.sender) && !(isForMe && configuration.appID == 0)
        guard isOwn || isForMe else { return route(nil, frame, position) }
        let store = ContentCodec.decode(message.content).envelope.storeID.flatMap { Int64($0) } ?? 0
        let payload = CustomerMessage(
            senderAppID: message.senderAppID, sender: message.sender, receiverAppID: message.receiverAppID,
            receiver: message.receiver, store: store, timestamp: Int64(message.timestamp),
            content: RawContent(message.content))
        route(IncomingMessage(payload: .customer(payload), isOwn: isOwn), frame, position)
    }

    private func receivedLegacy(_ message: FrameBody.LegacyCustomerMessage, fromSupport: Bool, _ frame: Frame) {
        var payload = CustomerMessage(
            senderAppID: message.customerAppID, sender: message.customerID, receiverAppID: 0,
            receiver: message.sellerID, store: message.storeID, seller: message.sellerID,
            timestamp: Int64(message.timestamp), content: RawContent(message.content))
        if fromSupport {
            swap(&payload.senderAppID, &payload.receiverAppID)
            swap(&payload.sender, &payload.receiver)
        }
        let isCustomer = isMe(message.customerAppID, message.customerID)
        let isSeller = message.sellerID == configuration.uid
        // A seller's application is not told, so a customer's number may be that of a namesake.
        let isOwn =
            fromSupport ? isSeller && !isCustomer : isCustomer && (configuration.appID != 0 || !isSeller)
        route(
            IncomingMessage(payload: fromSupport ? .customerSupport(payload) : .customer(payload), isOwn: isOwn), frame,
            nil)
    }

    /// Without an own application id only the user id can be compared.
    private func isMe(_ appID: Int64, _ uid: Int64) -> Bool {
        uid == configuration.uid && (configuration.appID == 0 || appID == configuration.appID)
    }

    /// Gives a message to its queue; `nil` for one that must not be delivered, but has a place.
    private func route(
        _ message: IncomingMessage?, _ frame: Frame, _ position: QueuePosition?, queue: SyncQueue = .personal
    ) {
        var message = message
        let isPush = frame.flags.contains(.push)
        message?.isLive = isPush
        // Servers pass a client's own flags on in pushes, so SELF counts in answers only.
        let isFromThisDevice = !isPush && frame.flags.contains(.selfSent) && message?.isOwn == true
        message?.isFromThisDevice = isFromThisDevice
        guard configuration.server == .today else { return routeLegacy(message, frame) }
        let now = scheduler.now
        if isPush {
            perform(effects(of: sync.pushed(message, queue: queue, at: position, now: now)))
        } else {
            let bytes = message.map { $0.contentSize } ?? 0
            perform(effects(of: sync.answered(message, bytes: bytes, now: now)))
        }
    }

    private func routeLegacy(_ message: IncomingMessage?, _ frame: Frame) {
        guard var message else {
            acknowledgeLegacy(frame.seq)
            return
        }
        message.isLive = true
        legacy.received(message, seq: frame.seq)
        pumpLegacy()
    }

    private func pumpLegacy() {
        guard let messages = legacy.takeBatch() else { return }
        let login = legacy.login
        perform { [self] in
            commit(SyncBatch(queue: .personal, messages: messages, key: 0)) { [weak self] succeeded in
                guard let self else { return }
                if succeeded { perform(messages.map { message in { [weak self] in self?.tell(message) } }) }
                for seq in legacy.commitFinished(succeeded: succeeded, login: login) {
                    acknowledgeLegacy(seq)
                }
                pumpLegacy()
            }
        }
    }

    /// The server forgets the message; who leaves no trace does not say so, and it comes again.
    private func acknowledgeLegacy(_ seq: Int32) {
        if configuration.movesServerKey { connection.send(.ack(seq: seq, status: 0)) }
    }

    private func acknowledged(_ seq: Int32, _ status: Int8, _ frame: Frame, _ position: QueuePosition?) {
        let outcome = outbox.acknowledged(seq: seq, status: status)
        var new = effects(of: outcome.map { [$0] } ?? [])
        if case .acknowledged(let receipt)? = outcome, configuration.server == .today {
            if let queue = queue(of: receipt, frame) {
                new += effects(
                    of: sync.pushed(nil, receipt: receipt, queue: queue, at: position, now: scheduler.now))
            }
        }
        perform(new)
        pump()
    }

    /// The queue that an acknowledged message lies in.
    private func queue(of receipt: SendReceipt, _ frame: Frame) -> SyncQueue? {
        switch receipt.target {
        case .room: nil
        case .group(let group): frame.flags.contains(.superGroup) ? .group(group) : .personal
        case .peer, .store, .customer: frame.flags.contains(.superGroup) ? nil : .personal
        }
    }

    // MARK: What is not kept in queues

    /// What comes live from ourselves is nobody's: no server passes it on to who said it, and nothing checks some of it.
    private func receivedLive(_ body: FrameBody) {
        let uid = configuration.uid
        switch body {
        case .rt(let message) where message.receiver == uid && message.sender != uid: receivedRealTime(message)
        case .roomIM(let message) where message.receiver == rooms.current:
            let room = RoomMessage(
                sender: message.sender, room: message.receiver, content: RawContent(message.content))
            perform { [roomObservers] in roomObservers.notify { $0.roomMessageReceived(room) } }
        case .notification(let text):
            let content = RawContent(text)
            perform { [systemObservers] in systemObservers.notify { $0.notificationReceived(content) } }
        case .inputing(let sender, let receiver) where receiver == uid && sender != uid: tellTyping(sender, true)
        case .loginPoint(let timestamp, let platform, let deviceID):
            let point = LoginPoint(timestamp: Int64(timestamp), platform: Int(platform), deviceID: deviceID)
            perform { [loginPointObservers] in loginPointObservers.notify { $0.loginPointAppeared(point) } }
        case .voipControl(let sender, let receiver, let payload) where receiver == uid && sender != uid:
            let command = payload.count < 4 ? 0 : payload[..<4].reduce(0) { $0 << 8 | Int($1) }
            tellCall(CallControl(sender: sender, receiver: receiver, command: command, payload: payload))
        default: break  // It is for somebody else.
        }
    }

    private func receivedRealTime(_ message: FrameBody.PlainMessage) {
        let decoded = ContentCodec.decode(message.content)
        if let isTyping = decoded.isTyping { return tellTyping(message.sender, isTyping) }
        if case .call(let call) = decoded.content, let command = ContentCodec.command(call.event) {
            return tellCall(
                CallControl(
                    sender: message.sender, receiver: message.receiver, command: command, channelID: call.channel))
        }
        let realTime = RealTimeMessage(
            sender: message.sender, receiver: message.receiver, content: RawContent(message.content))
        perform { [realTimeObservers] in realTimeObservers.notify { $0.realTimeMessageReceived(realTime) } }
    }

    private func tellTyping(_ peer: Int64, _ isTyping: Bool) {
        perform { [peerObservers] in peerObservers.notify { $0.peerTyping(peer: peer, isTyping: isTyping) } }
    }

    private func tellCall(_ control: CallControl) {
        perform { [callObservers] in callObservers.top?.callControlReceived(control) }
    }
}

extension RawContent {
    /// The same bytes.
    init(_ text: WireText) { self.init(bytes: text.bytes) }
}

extension IncomingMessage {
    /// Bytes of the content.
    fileprivate var contentSize: Int {
        switch payload {
        case .peer(let message): message.content.bytes.count
        case .group(let message): message.content.bytes.count
        case .groupNotice(let notice): notice.content.bytes.count
        case .customer(let message), .customerSupport(let message): message.content.bytes.count
        case .system(let content): content.bytes.count
        }
    }
}
