package import IMWire

extension ServerCore {
    /// A peer message: a copy for the receiver, a copy for the sender, then the acknowledgement (section 6.1).
    func receive(
        _ message: FrameBody.ChatMessage, flags: FrameFlags, seq: Int32, from user: UserKey,
        on connection: ServerConnection
    ) {
        guard message.sender == user.uid else { return }
        storePeer(message, flags: flags, appID: user.appID, from: connection, seq: seq)
    }

    /// Writes a peer message in a user's name, pushed like any other; the sender is not checked. `later` seconds are
    /// added to its time, which tells no more than seconds: of what is said at once, that is the latest.
    package func post(from sender: UserKey, to receiver: Int64, content: WireText, later: Int32 = 0) {
        turn {
            storePeer(
                FrameBody.ChatMessage(sender: sender.uid, receiver: receiver, content: content), flags: [],
                appID: sender.appID, from: nil, seq: 0, later: later)
        }
    }

    /// Writes a peer message in a user's name as the server's HTTP interface does: notifies, no push (section 10.1).
    package func postSilently(from sender: UserKey, to receiver: Int64, content: WireText) {
        let message = FrameBody.ChatMessage(
            sender: sender.uid, receiver: receiver, timestamp: timestamp, content: content)
        let body = FrameBody.im(message)
        guard receiver > 0, fits(body) else { return }
        let peer = UserKey(appID: sender.appID, uid: receiver)
        turn {
            let theirs = entry(body, for: .user(peer), device: 0)
            let own = entry(body, for: .user(sender), device: 0)
            store([theirs, own], from: nil) { [weak self] _ in
                guard let self else { return }
                notify(peer, key: theirs.id)
                notify(sender, key: own.id)
                tellResident(ResidentMessage(sender: sender, receiver: peer, content: content))
            }
        }
    }

    private func storePeer(
        _ message: FrameBody.ChatMessage, flags: FrameFlags, appID: Int64, from connection: ServerConnection?,
        seq: Int32, later: Int32 = 0
    ) {
        let sender = UserKey(appID: appID, uid: message.sender)
        let receiver = UserKey(appID: appID, uid: message.receiver)
        guard receiver.uid > 0 else { return }
        var message = message
        message.timestamp = timestamp &+ later
        let body = FrameBody.im(message)
        guard fits(body) else { return }
        storePair(
            body, content: message.content, from: sender, to: receiver, flags: flags, connection: connection, seq: seq,
            hasForeignNotifyKey: configuration.quirks.contains(.foreignNotifyKey))
    }

    /// A real-time message: to the receiver's connections, now or never (section 6.3).
    func receiveRealTime(_ message: FrameBody.PlainMessage, from user: UserKey) {
        guard message.sender == user.uid else { return }
        for connection in connections(of: UserKey(appID: user.appID, uid: message.receiver)) {
            send(.rt(message), to: connection)
        }
    }

    /// Sends a real-time message in a user's name.
    package func postRealTime(from sender: UserKey, to receiver: Int64, content: WireText) {
        turn {
            receiveRealTime(
                FrameBody.PlainMessage(sender: sender.uid, receiver: receiver, content: content), from: sender)
        }
    }

    /// Stores a line for a user; it comes by SYNC (section 6.5).
    package func postSystem(to user: UserKey, text: WireText) {
        turn {
            let entry = entry(.system(text), for: .user(user), device: 0)
            store([entry], from: nil) { [weak self] _ in self?.notify(user, key: entry.id) }
        }
    }

    /// Shows a line to a user who is here; it is not stored.
    package func postNotification(to user: UserKey, text: WireText) {
        turn { for connection in connections(of: user) { send(.notification(text), to: connection) } }
    }

    /// Tells a user's connections that the queue has grown.
    func notify(_ user: UserKey, key: Int64) {
        for connection in connections(of: user) { send(.syncNotify(key), to: connection) }
    }
}
