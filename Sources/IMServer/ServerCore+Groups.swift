internal import EventLoop
package import IMWire

extension ServerCore {
    /// A group message (sections 6.2, 5.8): status 64 for who is no member, 65 for no such group, silence for who is
    /// muted or writes in another's name.
    func receiveGroup(
        _ message: FrameBody.ChatMessage, flags: FrameFlags, seq: Int32, from user: UserKey,
        on connection: ServerConnection
    ) {
        guard message.sender == user.uid else { return }
        guard let group = directory.group(message.receiver, appID: user.appID) else {
            send(.ack(seq: seq, status: 65), to: connection)
            return
        }
        guard let member = group.member(user.uid) else {
            send(.ack(seq: seq, status: 64), to: connection)
            return
        }
        guard !member.isMuted else { return }
        var message = message
        if flags.contains(.text) { message.content = configuration.wordFilter.filtered(message.content) }
        if group.isSuper {
            storeSuper(message, in: group, from: connection, seq: seq)
        } else {
            storeNormal(message, in: group, from: connection, seq: seq)
        }
    }

    /// Says something in a group in a user's name; without effect where the group is not there. `isSilentIfSuper`
    /// notifies the members of a super group only, as the server's HTTP interface does.
    package func postGroup(
        from sender: UserKey, group id: Int64, content: WireText, isSilentIfSuper: Bool = false,
        done: @escaping (PostOutcome) -> Void = { _ in }
    ) {
        guard let group = directory.group(id, appID: sender.appID) else { return done(.refused) }
        let message = FrameBody.ChatMessage(sender: sender.uid, receiver: id, content: content)
        turn {
            if group.isSuper {
                storeSuper(message, in: group, from: nil, seq: 0, isSilent: isSilentIfSuper, done: done)
            } else {
                storeNormal(message, in: group, from: nil, seq: 0, done: done)
            }
        }
    }

    /// A copy for each member, the sender included.
    private func storeNormal(
        _ message: FrameBody.ChatMessage, in group: ServerGroup, from connection: ServerConnection?, seq: Int32,
        done: @escaping (PostOutcome) -> Void = { _ in }
    ) {
        var message = message
        message.timestamp = timestamp
        message.msgid = 0
        let body = FrameBody.groupIM(message)
        guard fits(body) else { return done(.refused) }
        let device = connection?.deviceNumber ?? 0
        let sender = UserKey(appID: group.appID, uid: message.sender)
        let copies = group.members.map { member in
            let user = UserKey(appID: group.appID, uid: member.uid)
            return (user, entry(body, for: .user(user), device: device))
        }
        store(copies.map(\.1), from: connection, failed: { done(.failed) }) { [weak self] previous in
            guard let self else { return }
            done(.done)
            for (index, (user, copy)) in copies.enumerated() {
                // The real server passes over the sender's whole device here, not only the connection.
                push(copy, previous: previous[index], to: user) {
                    connection != nil && user == sender && $0.deviceNumber == device
                }
                if let connection, user == sender {
                    acknowledge(seq, key: copy.id, previous: previous[index], to: connection)
                }
            }
            tellResidents(message, in: group)
        }
    }

    /// One copy in the queue that all members share.
    private func storeSuper(
        _ message: FrameBody.ChatMessage, in group: ServerGroup, from connection: ServerConnection?, seq: Int32,
        isSilent: Bool = false, done: @escaping (PostOutcome) -> Void = { _ in }
    ) {
        var message = message
        message.timestamp = timestamp
        let body = FrameBody.groupIM(message)
        guard fits(body) else { return done(.refused) }
        loadedGroups[group.id] = scheduler.now
        let copy = entry(
            body, for: .group(appID: group.appID, id: group.id), device: connection?.deviceNumber ?? 0)
        store([copy], from: connection, failed: { done(.failed) }) { [weak self] previous in
            guard let self else { return }
            done(.done)
            for member in group.members {
                let user = UserKey(appID: group.appID, uid: member.uid)
                for other in connections(of: user) where other !== connection {
                    if !isSilent {
                        send(.metadata(key: copy.id, previous: previous[0]), to: other)
                        send(body, flags: [.push, .superGroup], to: other)
                    }
                    send(.syncGroupNotify(group: group.id, key: copy.id), to: other)
                }
            }
            if let connection {
                acknowledge(seq, key: copy.id, previous: previous[0], flags: .superGroup, to: connection)
            }
            tellResidents(message, in: group)
        }
    }

    private func tellResidents(_ message: FrameBody.ChatMessage, in group: ServerGroup) {
        let sender = UserKey(appID: group.appID, uid: message.sender)
        for member in group.members where member.uid != message.sender {
            let user = UserKey(appID: group.appID, uid: member.uid)
            tellResident(
                ResidentMessage(sender: sender, receiver: user, group: group.id, content: message.content))
        }
    }

    /// Stores a group notification for the members, and for `others` that are no members any more; it comes by SYNC or
    /// SYNC_GROUP after a notify (section 7).
    package func postGroupNotification(
        _ text: WireText, to group: ServerGroup, others: [Int64] = [],
        done: @escaping (PostOutcome) -> Void = { _ in }
    ) {
        let body = FrameBody.groupNotification(text)
        guard fits(body) else { return done(.refused) }
        turn {
            if group.isSuper {
                loadedGroups[group.id] = scheduler.now
                let copy = entry(body, for: .group(appID: group.appID, id: group.id), device: 0)
                store([copy], from: nil, failed: { done(.failed) }) { [weak self] _ in
                    guard let self else { return }
                    done(.done)
                    for member in group.members {
                        for connection in connections(of: UserKey(appID: group.appID, uid: member.uid)) {
                            send(.syncGroupNotify(group: group.id, key: copy.id), to: connection)
                        }
                    }
                }
            } else {
                let users = (group.members.map(\.uid) + others).map { UserKey(appID: group.appID, uid: $0) }
                let copies = users.map { ($0, entry(body, for: .user($0), device: 0)) }
                store(copies.map(\.1), from: nil, failed: { done(.failed) }) { [weak self] _ in
                    done(.done)
                    for (user, copy) in copies { self?.notify(user, key: copy.id) }
                }
            }
        }
    }
}
