internal import EventLoop
internal import IMWire

extension ServerCore {
    /// Acts on a frame of a client (protocol document, sections 4 and 5.2).
    func receive(_ frame: Frame, on connection: ServerConnection) {
        switch frame.body {
        case .ping: send(.pong, to: connection)
        case .authToken(let platform, let token, let deviceID):
            logIn(connection, DeviceName(platform: platform, id: deviceID), token: token, version: frame.version)
        default:
            // Before the log-in everything else is passed over.
            guard let user = connection.user else { return }
            receive(frame, from: user, on: connection)
        }
    }

    private func receive(_ frame: Frame, from user: UserKey, on connection: ServerConnection) {
        switch frame.body {
        case .im(let message): receive(message, flags: frame.flags, seq: frame.seq, from: user, on: connection)
        case .groupIM(let message):
            receiveGroup(message, flags: frame.flags, seq: frame.seq, from: user, on: connection)
        case .customerV2(let message):
            receive(message, flags: frame.flags, seq: frame.seq, from: user, on: connection)
        case .rt(let message): receiveRealTime(message, from: user)
        case .roomIM(let message): receiveRoom(message, seq: frame.seq, from: user, on: connection)
        case .enterRoom(let room): enterRoom(room, connection)
        case .leaveRoom(let room): if connection.room == room { leaveRoom(connection) }
        case .sync(let key): ask(.own(key), on: connection)
        case .syncKey(let key):
            save([directory.change(user) { $0.syncKey = max($0.syncKey, key) }], from: connection)
        case .syncGroup(let group, let key):
            // Of groups that are the user's: what waits is bounded by them.
            guard directory.group(group, appID: user.appID)?.member(user.uid) != nil else { return }
            ask(.group(group, key: key), on: connection)
        case .groupSyncKey(let group, let key):
            // Of groups that are the user's: or anybody could have the server remember without end.
            guard let known = directory.group(group, appID: user.appID), known.member(user.uid) != nil else { return }
            save([directory.raiseGroupSyncKey(user, group: group, to: key)], from: connection)
        case .unreadCount(let count): save([directory.change(user) { $0.unread = count }], from: connection)
        // Taken and passed over: log only, or gone since 2021.
        case .ack, .pong, .metadata, .customer, .customerSupport: break
        // Met above, or never let through by the decoder.
        case .ping, .authToken, .authStatus, .groupNotification, .system, .notification, .syncBegin, .syncEnd,
            .syncNotify, .syncGroupBegin, .syncGroupEnd, .syncGroupNotify, .inputing, .loginPoint, .voipControl,
            .legacy:
            break
        }
    }

    /// A wrong token leaves the connection open for another try; a second log-in is passed over (section 5.1).
    private func logIn(_ connection: ServerConnection, _ device: DeviceName, token: String, version: UInt8) {
        guard connection.user == nil else { return }
        guard let user = directory.user(token: token), user.uid != 0 else {
            send(.authStatus(1), to: connection)
            return
        }
        let (number, newDevice) = directory.number(of: device)
        save([newDevice, directory.change(user) { $0.unread = 0 }])
        connection.authenticate(user, device: device, number: number, version: version)
        connection.token = token
        send(.authStatus(0), to: connection)
        if configuration.sendsLoginPoints { tellLoginPoints(connection, of: user) }
        register(connection, as: user)
    }

    private static let loginPointLimit = 64

    /// Tells the user's other connections of this one, and this one of them (section 14).
    private func tellLoginPoints(_ connection: ServerConnection, of user: UserKey) {
        // Bounded, or an account with thousands of connections would make each new one cost them all.
        for other in connections(of: user).suffix(Self.loginPointLimit) {
            send(
                .loginPoint(timestamp: timestamp, platform: connection.device.platform, deviceID: connection.device.id),
                to: other)
            send(
                .loginPoint(timestamp: timestamp, platform: other.device.platform, deviceID: other.device.id),
                to: connection)
        }
    }
}
