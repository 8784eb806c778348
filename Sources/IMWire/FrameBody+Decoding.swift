extension FrameBody {
    /// Reads a body. Bytes behind the last field of a fixed layout are ignored, as servers do; the server of 2016 in
    /// fact appends an address to AUTH_STATUS (protocol document, section 1).
    init(
        command: Command, version: UInt8, dialect: FrameDialect, bytes: ArraySlice<UInt8>
    ) throws(WireError) {
        var reader = ByteReader(bytes, command: command)
        switch command {
        case .authToken:
            try reader.require(4)
            self = .authToken(
                platform: try reader.int8(), token: try reader.shortText(), deviceID: try reader.shortText())
        case .authStatus: self = .authStatus(try reader.int32())
        case .im: self = .im(try Self.chatMessage(&reader, version: version))
        case .groupIM: self = .groupIM(try Self.chatMessage(&reader, version: version))
        case .ack:
            try reader.require(version >= 2 ? 5 : 4)
            let seq = try reader.int32()
            self = .ack(seq: seq, status: version >= 2 ? try reader.int8() : 0)
        case .ping, .pong:
            if reader.remaining > 0 { throw .unexpectedBody(command, actual: reader.remaining) }
            self = command == .ping ? .ping : .pong
        case .groupNotification: self = .groupNotification(WireText(bytes: reader.rest()))
        case .system: self = .system(WireText(bytes: reader.rest()))
        case .notification: self = .notification(WireText(bytes: reader.rest()))
        case .rt: self = .rt(try Self.plainMessage(&reader))
        case .roomIM: self = .roomIM(try Self.plainMessage(&reader))
        case .enterRoom: self = .enterRoom(try reader.int64())
        case .leaveRoom: self = .leaveRoom(try reader.int64())
        case .unreadCount: self = .unreadCount(try reader.int32())
        case .sync: self = .sync(try reader.int64())
        case .syncBegin: self = .syncBegin(try reader.int64())
        case .syncEnd: self = .syncEnd(try reader.int64())
        case .syncNotify: self = .syncNotify(try reader.int64())
        case .syncKey: self = .syncKey(try reader.int64())
        case .syncGroup, .syncGroupBegin, .syncGroupEnd, .syncGroupNotify, .groupSyncKey:
            self = try Self.groupKey(command, &reader)
        case .metadata:
            try reader.require(32)
            self = .metadata(key: try reader.int64(), previous: try reader.int64())
        case .customerV2 where dialect == .server2016:
            try reader.require(16)
            self = .voipControl(sender: try reader.int64(), receiver: try reader.int64(), payload: reader.rest())
        case .customerV2: self = .customerV2(try Self.customerMessage(&reader))
        case .customer: self = .customer(try Self.legacyCustomerMessage(&reader))
        case .customerSupport: self = .customerSupport(try Self.legacyCustomerMessage(&reader))
        case .inputing:
            try reader.require(16)
            self = .inputing(sender: try reader.int64(), receiver: try reader.int64())
        case .loginPoint:
            try reader.require(5)
            self = .loginPoint(
                timestamp: try reader.int32(), platform: try reader.int8(),
                deviceID: String(decoding: reader.rest(), as: UTF8.self))
        case .heartbeat, .auth, .reset, .peerAck, .subscribeOnlineState, .onlineState, .customerService:
            self = .legacy(command, reader.rest())
        }
    }

    private static func chatMessage(_ reader: inout ByteReader, version: UInt8) throws(WireError) -> ChatMessage {
        try reader.require(version >= 1 ? 24 : 20)
        let sender = try reader.int64()
        let receiver = try reader.int64()
        let timestamp = version >= 1 ? try reader.int32() : 0
        let msgid = try reader.int32()
        return ChatMessage(
            sender: sender, receiver: receiver, timestamp: timestamp, msgid: msgid,
            content: WireText(bytes: reader.rest()))
    }

    private static func plainMessage(_ reader: inout ByteReader) throws(WireError) -> PlainMessage {
        try reader.require(16)
        return PlainMessage(
            sender: try reader.int64(), receiver: try reader.int64(), content: WireText(bytes: reader.rest()))
    }

    private static func customerMessage(_ reader: inout ByteReader) throws(WireError) -> CustomerMessage {
        try reader.require(36)
        return CustomerMessage(
            senderAppID: try reader.int64(), sender: try reader.int64(), receiverAppID: try reader.int64(),
            receiver: try reader.int64(), timestamp: try reader.int32(), content: WireText(bytes: reader.rest()))
    }

    private static func legacyCustomerMessage(
        _ reader: inout ByteReader
    ) throws(WireError) -> LegacyCustomerMessage {
        try reader.require(36)
        return LegacyCustomerMessage(
            customerAppID: try reader.int64(), customerID: try reader.int64(), storeID: try reader.int64(),
            sellerID: try reader.int64(), timestamp: try reader.int32(), content: WireText(bytes: reader.rest()))
    }

    private static func groupKey(_ command: Command, _ reader: inout ByteReader) throws(WireError) -> FrameBody {
        try reader.require(16)
        let group = try reader.int64()
        let key = try reader.int64()
        switch command {
        case .syncGroup: return .syncGroup(group: group, key: key)
        case .syncGroupBegin: return .syncGroupBegin(group: group, key: key)
        case .syncGroupEnd: return .syncGroupEnd(group: group, key: key)
        case .syncGroupNotify: return .syncGroupNotify(group: group, key: key)
        default: return .groupSyncKey(group: group, key: key)
        }
    }
}
