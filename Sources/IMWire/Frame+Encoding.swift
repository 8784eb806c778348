extension Frame {
    /// The frame's bytes. O(body).
    ///
    /// - Throws: `WireError` when the body is above the wire's limit, a text with a one-byte length above 255 bytes, or a
    ///   legacy body names a command of today. A caller that sends should also look at `FrameLimits.maximumSentBody`.
    package func encoded() throws(WireError) -> [UInt8] {
        var out: [UInt8] = []
        try encode(into: &out)
        return out
    }

    /// Appends the frame's bytes; on an error nothing is appended.
    package func encode(into out: inout [UInt8]) throws(WireError) {
        let start = out.count
        out.appendBigEndian(Int32(0))
        out.appendBigEndian(seq)
        out.append(body.command.rawValue)
        out.append(version)
        out.append(flags.rawValue)
        out.append(reserved)
        do throws(WireError) {
            try body.append(to: &out, version: version)
            let length = out.count - start - FrameLimits.headerSize
            if length > FrameLimits.maximumBody {
                throw .bodyTooLarge(command: body.command.rawValue, length: length, limit: FrameLimits.maximumBody)
            }
            for offset in 0..<4 { out[start + offset] = UInt8(truncatingIfNeeded: length >> (24 - 8 * offset)) }
        } catch {
            out.removeSubrange(start...)
            throw error
        }
    }
}

extension FrameBody {
    /// Appends the body as a frame of the version carries it (protocol document, sections 1 and 4).
    func append(to out: inout [UInt8], version: UInt8) throws(WireError) {
        switch self {
        case .authToken(let platform, let token, let deviceID):
            out.appendBigEndian(platform)
            try Self.appendShort(token, field: "token", to: &out)
            try Self.appendShort(deviceID, field: "device id", to: &out)
        case .authStatus(let value), .unreadCount(let value):
            out.appendBigEndian(value)
        case .im(let message), .groupIM(let message):
            out.appendBigEndian(message.sender)
            out.appendBigEndian(message.receiver)
            if version >= 1 { out.appendBigEndian(message.timestamp) }
            out.appendBigEndian(message.msgid)
            out += message.content.bytes
        case .ack(let seq, let status):
            out.appendBigEndian(seq)
            if version >= 2 { out.appendBigEndian(status) }
        case .ping, .pong:
            break
        case .groupNotification(let text), .system(let text), .notification(let text):
            out += text.bytes
        case .rt(let message), .roomIM(let message):
            out.appendBigEndian(message.sender)
            out.appendBigEndian(message.receiver)
            out += message.content.bytes
        case .enterRoom(let value), .leaveRoom(let value), .sync(let value), .syncBegin(let value),
            .syncEnd(let value), .syncNotify(let value), .syncKey(let value):
            out.appendBigEndian(value)
        case .syncGroup(let group, let key), .syncGroupBegin(let group, let key), .syncGroupEnd(let group, let key),
            .syncGroupNotify(let group, let key), .groupSyncKey(let group, let key):
            out.appendBigEndian(group)
            out.appendBigEndian(key)
        case .metadata(let key, let previous):
            out.appendBigEndian(key)
            out.appendBigEndian(previous)
            out += [UInt8](repeating: 0, count: 16)
        case .customerV2(let message):
            out.appendBigEndian(message.senderAppID)
            out.appendBigEndian(message.sender)
            out.appendBigEndian(message.receiverAppID)
            out.appendBigEndian(message.receiver)
            out.appendBigEndian(message.timestamp)
            out += message.content.bytes
        case .customer(let message), .customerSupport(let message):
            out.appendBigEndian(message.customerAppID)
            out.appendBigEndian(message.customerID)
            out.appendBigEndian(message.storeID)
            out.appendBigEndian(message.sellerID)
            out.appendBigEndian(message.timestamp)
            out += message.content.bytes
        case .inputing(let sender, let receiver):
            out.appendBigEndian(sender)
            out.appendBigEndian(receiver)
        case .loginPoint(let timestamp, let platform, let deviceID):
            out.appendBigEndian(timestamp)
            out.appendBigEndian(platform)
            out += deviceID.utf8
        case .voipControl(let sender, let receiver, let payload):
            out.appendBigEndian(sender)
            out.appendBigEndian(receiver)
            out += payload
        case .legacy(let command, let bytes):
            guard command.isLegacyWithoutLayout else { throw .notLegacy(command) }
            out += bytes
        }
    }

    private static func appendShort(_ text: String, field: String, to out: inout [UInt8]) throws(WireError) {
        let size = text.utf8.count
        if size > 255 { throw .fieldTooLong(.authToken, field: field, length: size, limit: 255) }
        out.append(UInt8(size))
        out += text.utf8
    }
}
