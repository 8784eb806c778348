internal import EventLoop
internal import IMWire

extension ServerCore {
    /// Pushes one stored copy to a user's connections: METADATA, the message, SYNC_NOTIFY (section 5.7).
    ///
    /// - Parameters:
    ///   - previous: The end of the queue before the copy.
    ///   - flags: What the message's frame carries besides PUSH.
    ///   - notifyKey: The key of the SYNC_NOTIFY, where it is not the copy's own.
    ///   - skips: Which connections get nothing.
    func push(
        _ entry: QueueEntry, previous: Int64, flags: FrameFlags = [], notifyKey: Int64? = nil, to user: UserKey,
        skipping skips: (ServerConnection) -> Bool = { _ in false }
    ) {
        let told = configuration.quirks.contains(.noPreviousKey) ? 0 : previous
        for connection in connections(of: user) where !skips(connection) {
            send(.metadata(key: entry.id, previous: told), to: connection)
            send(entry.body, flags: flags.union(.push), to: connection)
            send(.syncNotify(notifyKey ?? entry.id), to: connection)
        }
    }

    /// Acknowledges a stored message: METADATA with the sender's own position, then ACK (section 5.4).
    func acknowledge(
        _ seq: Int32, key: Int64, previous: Int64, flags: FrameFlags = [], to connection: ServerConnection
    ) {
        send(.metadata(key: key, previous: previous), to: connection)
        send(.ack(seq: seq, status: 0), flags: flags, to: connection)
    }

    /// Stores a message between two users: a copy for each one's queue, pushed to all connections but the sender's own,
    /// which gets the acknowledgement.
    ///
    /// - Parameters:
    ///   - hasForeignNotifyKey: Whether the sender's other devices are told the receiver's key.
    ///   - isSilent: Whether both are only notified, as the server's HTTP interface does.
    func storePair(
        _ body: FrameBody, content: WireText, from sender: UserKey, to receiver: UserKey, flags: FrameFlags,
        connection: ServerConnection?, seq: Int32, hasForeignNotifyKey: Bool = false, isSilent: Bool = false,
        done: @escaping (PostOutcome) -> Void = { _ in }
    ) {
        let device = connection?.deviceNumber ?? 0
        let theirs = entry(body, for: .user(receiver), device: device)
        let own = entry(body, for: .user(sender), device: device)
        let notifyKey = hasForeignNotifyKey ? theirs.id : own.id
        let skips: (ServerConnection) -> Bool = { $0 === connection }
        store([theirs, own], from: connection, failed: { done(.failed) }) { [weak self] previous in
            guard let self else { return }
            done(.done)
            if isSilent {
                notify(receiver, key: theirs.id)
                notify(sender, key: own.id)
            } else {
                push(theirs, previous: previous[0], flags: flags, to: receiver, skipping: skips)
                push(own, previous: previous[1], flags: flags, notifyKey: notifyKey, to: sender, skipping: skips)
            }
            if let connection { acknowledge(seq, key: own.id, previous: previous[1], to: connection) }
            tellResident(ResidentMessage(sender: sender, receiver: receiver, content: content))
        }
    }

    /// A copy for a queue with an id of its own.
    func entry(_ body: FrameBody, for queue: QueueID, device: Int64) -> QueueEntry {
        QueueEntry(queue: queue, id: directory.makeID(), device: device, body: body)
    }

    /// Whether a stored form of the body can travel in every version.
    func fits(_ body: FrameBody) -> Bool {
        (try? Frame(seq: 0, body: body).encoded()) != nil
    }

    /// Tells a user that lives in the server; on a later turn, so that no answer overtakes what it answers.
    func tellResident(_ message: ResidentMessage) {
        guard residents[message.receiver] != nil else { return }
        scheduler.schedule(after: 0) { [weak self] in
            guard let self else { return }
            turn { residents[message.receiver]?(message) }
        }
    }
}
