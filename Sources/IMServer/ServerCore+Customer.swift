package import IMWire

extension ServerCore {
    /// A customer message: as a peer message, across applications, with the support application on one side
    /// (section 6.6).
    func receive(
        _ message: FrameBody.CustomerMessage, flags: FrameFlags, seq: Int32, from user: UserKey,
        on connection: ServerConnection
    ) {
        guard message.senderAppID == user.appID, message.sender == user.uid else { return }
        storeCustomer(message, flags: flags, from: connection, seq: seq)
    }

    /// Writes a customer message in a user's name; `isSilent` notifies only, as the server's HTTP interface does.
    package func postCustomer(
        from sender: UserKey, to receiver: UserKey, content: WireText, isSilent: Bool = false,
        done: @escaping (PostOutcome) -> Void = { _ in }
    ) {
        turn {
            storeCustomer(
                FrameBody.CustomerMessage(
                    senderAppID: sender.appID, sender: sender.uid, receiverAppID: receiver.appID,
                    receiver: receiver.uid, content: content), flags: [], from: nil, seq: 0, isSilent: isSilent,
                done: done)
        }
    }

    private func storeCustomer(
        _ message: FrameBody.CustomerMessage, flags: FrameFlags, from connection: ServerConnection?, seq: Int32,
        isSilent: Bool = false, done: @escaping (PostOutcome) -> Void = { _ in }
    ) {
        let sender = UserKey(appID: message.senderAppID, uid: message.sender)
        let receiver = UserKey(appID: message.receiverAppID, uid: message.receiver)
        let support = configuration.supportAppID
        guard sender.appID == support || receiver.appID == support, receiver.uid > 0 else { return done(.refused) }
        var message = message
        message.timestamp = timestamp
        let body = FrameBody.customerV2(message)
        guard fits(body) else { return done(.refused) }
        storePair(
            body, content: message.content, from: sender, to: receiver, flags: flags, connection: connection, seq: seq,
            isSilent: isSilent, done: done)
    }
}
