public import IMModel

/// Hears the room that this account is in. All methods have empty defaults.
public protocol RoomMessageObserver: AnyObject {
    /// Somebody said something.
    func roomMessageReceived(_ message: RoomMessage)
    /// The server accepted an own message; nobody is known to have heard it.
    func roomMessageAcknowledged(localID: Int64, room: Int64)
    /// An own message did not go out.
    func roomMessageFailed(localID: Int64, room: Int64, failure: SendFailure)
    /// The room that is listened to changed; `nil`: none.
    func currentRoomChanged(to room: Int64?)
}

extension RoomMessageObserver {
    /// Does nothing.
    public func roomMessageReceived(_ message: RoomMessage) {}
    /// Does nothing.
    public func roomMessageAcknowledged(localID: Int64, room: Int64) {}
    /// Does nothing.
    public func roomMessageFailed(localID: Int64, room: Int64, failure: SendFailure) {}
    /// Does nothing.
    public func currentRoomChanged(to room: Int64?) {}
}
