/// The body of a frame, typed by its command. Integers are as on the wire; times are seconds since 1970.
package enum FrameBody: Sendable, Hashable {
    /// A peer or group message's fields; `content` is verbatim.
    package struct ChatMessage: Sendable, Hashable {
        package var sender: Int64
        /// The receiving user, or the group.
        package var receiver: Int64
        /// Absent (0) on version-0 frames.
        package var timestamp: Int32
        package var msgid: Int32
        package var content: WireText
        package init(sender: Int64, receiver: Int64, timestamp: Int32 = 0, msgid: Int32 = 0, content: WireText) {
            self.sender = sender
            self.receiver = receiver
            self.timestamp = timestamp
            self.msgid = msgid
            self.content = content
        }
    }
    /// A real-time or room message's fields.
    package struct PlainMessage: Sendable, Hashable {
        package var sender: Int64
        package var receiver: Int64
        package var content: WireText
        package init(sender: Int64, receiver: Int64, content: WireText) {
            self.sender = sender
            self.receiver = receiver
            self.content = content
        }
    }
    /// A customer message's fields (version 2 of it, command 64).
    package struct CustomerMessage: Sendable, Hashable {
        package var senderAppID: Int64
        package var sender: Int64
        package var receiverAppID: Int64
        package var receiver: Int64
        package var timestamp: Int32
        package var content: WireText
        package init(
            senderAppID: Int64, sender: Int64, receiverAppID: Int64, receiver: Int64, timestamp: Int32 = 0,
            content: WireText
        ) {
            self.senderAppID = senderAppID
            self.sender = sender
            self.receiverAppID = receiverAppID
            self.receiver = receiver
            self.timestamp = timestamp
            self.content = content
        }
    }
    /// A customer message of the 2016 server (commands 24, 25).
    package struct LegacyCustomerMessage: Sendable, Hashable {
        package var customerAppID: Int64
        package var customerID: Int64
        package var storeID: Int64
        package var sellerID: Int64
        package var timestamp: Int32
        package var content: WireText
        package init(
            customerAppID: Int64, customerID: Int64, storeID: Int64, sellerID: Int64, timestamp: Int32,
            content: WireText
        ) {
            self.customerAppID = customerAppID
            self.customerID = customerID
            self.storeID = storeID
            self.sellerID = sellerID
            self.timestamp = timestamp
            self.content = content
        }
    }

    case authToken(platform: Int8, token: String, deviceID: String)
    case authStatus(Int32)
    case im(ChatMessage)
    case groupIM(ChatMessage)
    /// Status is 0 on version 0 and 1 frames, which carry none.
    case ack(seq: Int32, status: Int8)
    case groupNotification(WireText)
    case ping
    case pong
    case rt(PlainMessage)
    case roomIM(PlainMessage)
    case enterRoom(Int64)
    case leaveRoom(Int64)
    case system(WireText)
    case notification(WireText)
    case unreadCount(Int32)
    case sync(Int64)
    case syncBegin(Int64)
    case syncEnd(Int64)
    case syncNotify(Int64)
    case syncGroup(group: Int64, key: Int64)
    case syncGroupBegin(group: Int64, key: Int64)
    case syncGroupEnd(group: Int64, key: Int64)
    case syncGroupNotify(group: Int64, key: Int64)
    case syncKey(Int64)
    case groupSyncKey(group: Int64, key: Int64)
    case metadata(key: Int64, previous: Int64)
    case customerV2(CustomerMessage)
    case customer(LegacyCustomerMessage)
    case customerSupport(LegacyCustomerMessage)
    case inputing(sender: Int64, receiver: Int64)
    case loginPoint(timestamp: Int32, platform: Int8, deviceID: String)
    case voipControl(sender: Int64, receiver: Int64, payload: [UInt8])
    /// A command of the 2014–2016 servers that has no use today (1, 2, 6, 9, 11, 12, 23), body verbatim.
    case legacy(Command, [UInt8])
}
