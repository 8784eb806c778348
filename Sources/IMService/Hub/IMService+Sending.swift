import EventLoop
public import IMModel
import IMWire

extension IMService {
    // A send while there is no connection waits and goes out once there is one. A second call for a message that is on
    // its way does nothing; after a failure the same call with the same content is the resend, and receivers drop the
    // double by the uuid in the content. The sender is always this account, whatever the value says.

    /// Sends a message to a user.
    ///
    /// - Throws: `tooLarge` before anything is queued, `unsupported` for an id that no user has.
    public func sendPeerMessage(_ message: PeerMessage) throws(SendFailure) {
        let body = FrameBody.im(
            .init(
                sender: configuration.uid, receiver: message.receiver, msgid: Self.msgid(message.localID),
                content: WireText(bytes: message.content.bytes)))
        try enqueue(
            body, content: message.content, head: chatHead, target: .peer(message.receiver), localID: message.localID,
            id: message.receiver)
    }

    /// Sends a message to a group.
    ///
    /// - Throws: `tooLarge` before anything is queued, `unsupported` for an id that no group has.
    public func sendGroupMessage(_ message: GroupMessage) throws(SendFailure) {
        let body = FrameBody.groupIM(
            .init(
                sender: configuration.uid, receiver: message.group, msgid: Self.msgid(message.localID),
                content: WireText(bytes: message.content.bytes)))
        try enqueue(
            body, content: message.content, head: chatHead, target: .group(message.group), localID: message.localID,
            id: message.group)
    }

    /// Says something in the current room. An ACK means "accepted": nobody is known to have heard it.
    ///
    /// - Throws: `notMember` unless the room is the current one, `tooLarge` before anything is queued.
    public func sendRoomMessage(_ message: RoomMessage) throws(SendFailure) {
        guard message.room == rooms.current else { throw .notMember }
        let body = FrameBody.roomIM(
            .init(
                sender: configuration.uid, receiver: message.room, content: WireText(bytes: message.content.bytes)))
        try enqueue(
            body, content: message.content, head: 16, target: .room(message.room), localID: message.localID,
            id: message.room)
    }

    /// Sends a message to the support side, as a customer of a store.
    ///
    /// - Throws: `tooLarge` before anything is queued, `unsupported` for an id that nobody has.
    public func sendCustomerMessage(_ message: CustomerMessage) throws(SendFailure) {
        let legacy = FrameBody.customer(
            .init(
                customerAppID: configuration.appID, customerID: configuration.uid, storeID: message.store,
                sellerID: message.seller, timestamp: 0, content: WireText(bytes: message.content.bytes)))
        try sendCustomer(message, legacy: legacy, target: .store(message.store))
    }

    /// Sends a message to a customer, as the support side.
    ///
    /// - Throws: `tooLarge` before anything is queued, `unsupported` for an id that nobody has.
    public func sendCustomerSupportMessage(_ message: CustomerMessage) throws(SendFailure) {
        let legacy = FrameBody.customerSupport(
            .init(
                customerAppID: message.receiverAppID, customerID: message.receiver, storeID: message.store,
                sellerID: configuration.uid, timestamp: 0, content: WireText(bytes: message.content.bytes)))
        try sendCustomer(
            message, legacy: legacy, target: .customer(appID: message.receiverAppID, uid: message.receiver))
    }

    private func sendCustomer(
        _ message: CustomerMessage, legacy: FrameBody, target: SendTarget
    ) throws(SendFailure) {
        let today = FrameBody.customerV2(
            .init(
                senderAppID: configuration.appID, sender: configuration.uid, receiverAppID: message.receiverAppID,
                receiver: message.receiver, content: WireText(bytes: message.content.bytes)))
        try enqueue(
            configuration.server == .today ? today : legacy, content: message.content, head: 36, target: target,
            localID: message.localID, id: configuration.server == .today ? message.receiver : .max)
    }

    /// Sends a real-time message; `false` if there is no connection, for it is now or never.
    ///
    /// - Throws: `tooLarge`.
    @discardableResult
    public func sendRealTimeMessage(_ message: RealTimeMessage) throws(SendFailure) -> Bool {
        try checkSize(16 + message.content.bytes.count)
        return connection.send(
            .rt(
                .init(
                    sender: configuration.uid, receiver: message.receiver,
                    content: WireText(bytes: message.content.bytes))))
    }

    /// Tells a peer that the user is typing or has stopped; too frequent calls and those without a connection do nothing.
    public func sendTyping(to peer: Int64, isTyping: Bool = true) {
        guard state.isOnline, typing.allows(peer: peer, isTyping: isTyping, now: scheduler.now) else { return }
        switch configuration.server {
        case .today:
            let content = ContentCodec.encodeTyping(isTyping)
            connection.send(.rt(.init(sender: configuration.uid, receiver: peer, content: content)))
        case .year2016:
            // The old command can only say "typing".
            if isTyping { connection.send(.inputing(sender: configuration.uid, receiver: peer)) }
        }
    }

    /// Tells the server how many messages are unread, for the badge of a push service. Without a connection the last
    /// count goes out after the next login.
    public func sendUnreadCount(_ count: Int32) {
        untoldUnreadCount = connection.send(.unreadCount(count)) ? nil : count
    }

    /// Sends a step of call signalling; `false` if there is no connection or the command cannot be written.
    @discardableResult
    public func sendCallControl(_ control: CallControl) -> Bool {
        switch configuration.server {
        case .today:
            let content = ContentCodec.encode(
                .call(CallContent(event: ContentCodec.event(Int64(control.command)), channel: control.channelID)))
            guard let content, content.bytes.count + 16 <= FrameLimits.maximumSentBody else { return false }
            return connection.send(.rt(.init(sender: configuration.uid, receiver: control.receiver, content: content)))
        case .year2016:
            guard control.payload.count + 16 <= FrameLimits.maximumSentBody else { return false }
            return connection.send(
                .voipControl(sender: configuration.uid, receiver: control.receiver, payload: control.payload))
        }
    }

    // MARK: Is it on its way?

    /// Whether a message to a user is waiting or unacknowledged.
    public func isPeerMessageSending(peer: Int64, localID: Int64) -> Bool {
        isSending(SendReceipt(localID: localID, target: .peer(peer)))
    }
    /// Whether a message to a group is waiting or unacknowledged.
    public func isGroupMessageSending(group: Int64, localID: Int64) -> Bool {
        isSending(SendReceipt(localID: localID, target: .group(group)))
    }
    /// Whether a message to a room is waiting or unacknowledged.
    public func isRoomMessageSending(room: Int64, localID: Int64) -> Bool {
        isSending(SendReceipt(localID: localID, target: .room(room)))
    }
    /// Whether a customer's message to a store is waiting or unacknowledged.
    public func isCustomerMessageSending(localID: Int64, store: Int64) -> Bool {
        isSending(SendReceipt(localID: localID, target: .store(store)))
    }
    /// Whether a message to a customer is waiting or unacknowledged.
    public func isCustomerSupportMessageSending(localID: Int64, customerID: Int64, customerAppID: Int64) -> Bool {
        isSending(SendReceipt(localID: localID, target: .customer(appID: customerAppID, uid: customerID)))
    }
    /// Whether a send is waiting or unacknowledged. O(1).
    public func isSending(_ receipt: SendReceipt) -> Bool { outbox.isSending(receipt) }

    /// Gives a send up: it fails as `cancelled`. If it was written already, it may arrive all the same. O(sends).
    public func cancel(_ receipt: SendReceipt) {
        perform(effects(of: outbox.fail(.cancelled) { $0 == receipt }))
    }

    // MARK: Rooms

    /// The room that is listened to. The wire allows one for each connection: the last entered.
    public var currentRoom: Int64? { rooms.current }

    /// Listens to a room from now on, also after reconnects; the room before is left, and its unfinished sends fail.
    public func enterRoom(_ room: Int64) {
        let (left, changed) = rooms.enter(room)
        guard changed else { return }
        connection.send(.enterRoom(room))
        roomChanged(left: left)
    }

    /// Stops listening to a room; without effect unless it is the current one.
    public func leaveRoom(_ room: Int64) {
        guard rooms.leave(room) else { return }
        connection.send(.leaveRoom(room))
        roomChanged(left: room)
    }

    private func roomChanged(left: Int64?) {
        var new: [() -> Void] = []
        if let left { new += effects(of: outbox.fail(.notMember) { $0.target == .room(left) }) }
        let current = rooms.current
        new.append { [roomObservers] in roomObservers.notify { $0.currentRoomChanged(to: current) } }
        perform(new)
    }

    // MARK: Super groups

    /// Follows a super group's queue from now on; groups that notify are followed by themselves.
    public func followSuperGroup(_ group: Int64) {
        perform(effects(of: sync.follow(group: group, now: scheduler.now)))
    }

    // MARK: Inside

    /// Bytes of an IM or GROUP_IM body in front of the content.
    private var chatHead: Int { configuration.protocolVersion == 0 ? 20 : 24 }

    private static func msgid(_ localID: Int64) -> Int32 { Int32(exactly: localID) ?? 0 }

    private func checkSize(_ size: Int) throws(SendFailure) {
        if size > FrameLimits.maximumSentBody { throw .tooLarge(size: size, limit: FrameLimits.maximumSentBody) }
    }

    private func enqueue(
        _ body: FrameBody, content: RawContent, head: Int, target: SendTarget, localID: Int64, id: Int64
    ) throws(SendFailure) {
        guard id > 0 else { throw .unsupported }
        try checkSize(head + content.bytes.count)
        // As the common clients do: the flag asks for the server's word filter, which looks at texts only.
        let isText = ContentCodec.decode(WireText(bytes: content.bytes)).content.type == .text
        let receipt = SendReceipt(localID: localID, target: target)
        guard outbox.enqueue(Outbox.Entry(receipt: receipt, body: body, flags: isText ? .text : [])) else { return }
        pump()
    }
}
