package import IMWire

extension ServerCore {
    /// A peer message: a copy for the receiver, a copy for the sender, then the acknowledgement (section 6.1).
    func receive(
        _ message: FrameBody.ChatMessage, flags: FrameFlags, seq: Int32, from user: UserKey,
        on connection: ServerConnection
    ) {
        guard message.sender == user.uid else { return }
        let receiver = UserKey(appID: user.appID, uid: message.receiver)
        if let status = refusal(from: user, to: receiver) {
            return send(.ack(seq: seq, status: status), to: connection)
        }
        var message = message
        if flags.contains(.text) { message.content = configuration.wordFilter.filtered(message.content) }
        storePeer(message, flags: flags, appID: user.appID, from: connection, seq: seq)
    }

    /// The status that a message deserves instead of being stored: 1 the receiver is not my friend, 2 I am not the
    /// receiver's, 3 I am on the receiver's blacklist (section 5.4). Who lives in the server takes everything.
    private func refusal(from sender: UserKey, to receiver: UserKey) -> Int8? {
        guard residents[receiver] == nil else { return nil }
        if configuration.needsFriendship {
            if !directory.has(.friend(of: sender), receiver.uid) { return 1 }
            if !directory.has(.friend(of: receiver), sender.uid) { return 2 }
        }
        return configuration.hasBlacklist && directory.has(.blocked(by: receiver), sender.uid) ? 3 : nil
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
    package func postSilently(
        from sender: UserKey, to receiver: Int64, content: WireText, done: @escaping (PostOutcome) -> Void = { _ in }
    ) {
        let message = FrameBody.ChatMessage(
            sender: sender.uid, receiver: receiver, timestamp: timestamp, content: content)
        let body = FrameBody.im(message)
        guard receiver > 0, fits(body) else { return done(.refused) }
        let peer = UserKey(appID: sender.appID, uid: receiver)
        turn {
            storePair(
                body, content: content, from: sender, to: peer, flags: [], connection: nil, seq: 0, isSilent: true,
                done: done)
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
    @discardableResult
    package func postRealTime(from sender: UserKey, to receiver: Int64, content: WireText) -> PostOutcome {
        let message = FrameBody.PlainMessage(sender: sender.uid, receiver: receiver, content: content)
        guard fits(.rt(message)) else { return .refused }
        turn { receiveRealTime(message, from: sender) }
        return .done
    }

    /// Stores a line for users; it comes by SYNC (section 6.5).
    package func postSystem(
        to users: [UserKey], text: WireText, done: @escaping (PostOutcome) -> Void = { _ in }
    ) {
        let body = FrameBody.system(text)
        guard fits(body) else { return done(.refused) }
        turn {
            let copies = users.map { ($0, entry(body, for: .user($0), device: 0)) }
            store(copies.map(\.1), from: nil, failed: { done(.failed) }) { [weak self] _ in
                done(.done)
                for (user, copy) in copies { self?.notify(user, key: copy.id) }
            }
        }
    }

    /// Stores a line for one user.
    package func postSystem(to user: UserKey, text: WireText) { postSystem(to: [user], text: text) }

    /// Shows a line to a user who is here; it is not stored.
    @discardableResult
    package func postNotification(to user: UserKey, text: WireText) -> PostOutcome {
        guard fits(.notification(text)) else { return .refused }
        turn { for connection in connections(of: user) { send(.notification(text), to: connection) } }
        return .done
    }

    /// Tells a user's connections that the queue has grown.
    func notify(_ user: UserKey, key: Int64) {
        for connection in connections(of: user) { send(.syncNotify(key), to: connection) }
    }
}
