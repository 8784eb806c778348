extension IMService {
    // Observers are held weakly, told in order of registration, and may be added and removed from inside callbacks.

    /// Adds an observer of the connection.
    public func addConnectionObserver(_ observer: any ConnectionObserver) {
        connectionObservers.add(observer) { [weak observer] in observer }
    }
    /// Removes an observer of the connection.
    public func removeConnectionObserver(_ observer: any ConnectionObserver) { connectionObservers.remove(observer) }

    /// Adds an observer of peer messages.
    public func addPeerMessageObserver(_ observer: any PeerMessageObserver) {
        peerObservers.add(observer) { [weak observer] in observer }
    }
    /// Removes an observer of peer messages.
    public func removePeerMessageObserver(_ observer: any PeerMessageObserver) { peerObservers.remove(observer) }

    /// Adds an observer of group messages.
    public func addGroupMessageObserver(_ observer: any GroupMessageObserver) {
        groupObservers.add(observer) { [weak observer] in observer }
    }
    /// Removes an observer of group messages.
    public func removeGroupMessageObserver(_ observer: any GroupMessageObserver) { groupObservers.remove(observer) }

    /// Adds an observer of room messages.
    public func addRoomMessageObserver(_ observer: any RoomMessageObserver) {
        roomObservers.add(observer) { [weak observer] in observer }
    }
    /// Removes an observer of room messages.
    public func removeRoomMessageObserver(_ observer: any RoomMessageObserver) { roomObservers.remove(observer) }

    /// Adds an observer of support messages.
    public func addCustomerMessageObserver(_ observer: any CustomerMessageObserver) {
        customerObservers.add(observer) { [weak observer] in observer }
    }
    /// Removes an observer of support messages.
    public func removeCustomerMessageObserver(_ observer: any CustomerMessageObserver) {
        customerObservers.remove(observer)
    }

    /// Adds an observer of real-time messages.
    public func addRealTimeMessageObserver(_ observer: any RealTimeMessageObserver) {
        realTimeObservers.add(observer) { [weak observer] in observer }
    }
    /// Removes an observer of real-time messages.
    public func removeRealTimeMessageObserver(_ observer: any RealTimeMessageObserver) {
        realTimeObservers.remove(observer)
    }

    /// Adds an observer of the server's lines.
    public func addSystemMessageObserver(_ observer: any SystemMessageObserver) {
        systemObservers.add(observer) { [weak observer] in observer }
    }
    /// Removes an observer of the server's lines.
    public func removeSystemMessageObserver(_ observer: any SystemMessageObserver) { systemObservers.remove(observer) }

    /// Adds an observer of logins elsewhere.
    public func addLoginPointObserver(_ observer: any LoginPointObserver) {
        loginPointObservers.add(observer) { [weak observer] in observer }
    }
    /// Removes an observer of logins elsewhere.
    public func removeLoginPointObserver(_ observer: any LoginPointObserver) { loginPointObservers.remove(observer) }

    /// Puts an observer of calls on top of the stack; it alone is told until it is popped.
    public func pushCallObserver(_ observer: any CallObserver) {
        callObservers.remove(observer)
        callObservers.add(observer) { [weak observer] in observer }
    }
    /// Takes an observer off the stack, wherever it is.
    public func popCallObserver(_ observer: any CallObserver) { callObservers.remove(observer) }
}
