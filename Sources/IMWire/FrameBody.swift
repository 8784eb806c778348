/// The body of a frame, typed by its command. Integers are as on the wire; times are seconds since 1970.
///
/// Layouts: protocol document, section 4. Sync keys are opaque positions in a queue; only their order means anything.
package enum FrameBody: Sendable, Hashable {
    /// Asks to be logged in: the kind of device, the token, and a lasting name of the device (both at most 255 bytes).
    case authToken(platform: Int8, token: String, deviceID: String)
    /// The answer to it: 0 is yes.
    case authStatus(Int32)
    /// A message between two users.
    case im(ChatMessage)
    /// A message to a group.
    case groupIM(ChatMessage)
    /// Names the frame that was taken. Status is 0 on version 0 and 1 frames, which carry none.
    case ack(seq: Int32, status: Int8)
    /// A change of a group, as JSON (`GroupNotificationCodec`).
    case groupNotification(WireText)
    /// Asks for a sign of life.
    case ping
    /// The sign of life.
    case pong
    /// A real-time message: delivered now or never.
    case rt(PlainMessage)
    /// A message to the people in a room.
    case roomIM(PlainMessage)
    /// Enters a room and leaves the one before.
    case enterRoom(Int64)
    /// Leaves a room.
    case leaveRoom(Int64)
    /// A line from the server that is stored.
    case system(WireText)
    /// A line from the server that is not stored.
    case notification(WireText)
    /// How many messages the user has not read, for badges.
    case unreadCount(Int32)
    /// Asks for what came after a key; 0 for the key that the server has kept.
    case sync(Int64)
    /// A sync's messages follow; carries the *final* key.
    case syncBegin(Int64)
    /// A sync's messages are over; the new key.
    case syncEnd(Int64)
    /// There is something up to about this key: a hint, the key may be another queue's.
    case syncNotify(Int64)
    /// As `sync`, for the queue of a super group.
    case syncGroup(group: Int64, key: Int64)
    /// As `syncBegin`, for the queue of a super group.
    case syncGroupBegin(group: Int64, key: Int64)
    /// As `syncEnd`, for the queue of a super group.
    case syncGroupEnd(group: Int64, key: Int64)
    /// As `syncNotify`, for the queue of a super group.
    case syncGroupNotify(group: Int64, key: Int64)
    /// Tells the server what has been stored safely; it only moves up.
    case syncKey(Int64)
    /// As `syncKey`, for the queue of a super group.
    case groupSyncKey(group: Int64, key: Int64)
    /// The key of the next frame's message and the key before it in the same queue.
    case metadata(key: Int64, previous: Int64)
    /// A customer message of today.
    case customerV2(CustomerMessage)
    /// A customer's message, 2016.
    case customer(LegacyCustomerMessage)
    /// A seller's answer, 2016.
    case customerSupport(LegacyCustomerMessage)
    /// The sender is typing, up to 2018.
    case inputing(sender: Int64, receiver: Int64)
    /// Another device of the user has logged in; sent by the embedded server.
    case loginPoint(timestamp: Int32, platform: Int8, deviceID: String)
    /// Call control of the 2016 server.
    case voipControl(sender: Int64, receiver: Int64, payload: [UInt8])
    /// A command of the 2014–2016 servers that has no use today (1, 2, 6, 9, 11, 12, 23), body verbatim.
    case legacy(Command, [UInt8])
}
