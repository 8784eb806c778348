package import IMWire

extension ServerCore {
    /// Enters a room and leaves the one before; no answer (section 6.4).
    func enterRoom(_ room: Int64, _ connection: ServerConnection) {
        leaveRoom(connection)
        connection.room = room
        rooms[room, default: [:]][connection.id] = connection
    }

    /// Leaves the room the connection is in.
    func leaveRoom(_ connection: ServerConnection) {
        guard let room = connection.room else { return }
        connection.room = nil
        rooms[room]?[connection.id] = nil
        if rooms[room]?.isEmpty == true { rooms[room] = nil }
    }

    /// A room message: to everybody else in the room, then the acknowledgement without METADATA. As on the real server
    /// the sender field is passed on unchecked (section 12).
    func receiveRoom(
        _ message: FrameBody.PlainMessage, seq: Int32, from user: UserKey, on connection: ServerConnection
    ) {
        guard connection.room == message.receiver, directory.users[user]?.isForbidden != true else { return }
        deliver(message, appID: user.appID, except: connection)
        send(.ack(seq: seq, status: 0), to: connection)
    }

    /// Says something in a room in a user's name.
    @discardableResult
    package func postRoom(from sender: UserKey, room: Int64, content: WireText) -> PostOutcome {
        let message = FrameBody.PlainMessage(sender: sender.uid, receiver: room, content: content)
        guard fits(.roomIM(message)) else { return .refused }
        turn { deliver(message, appID: sender.appID, except: nil) }
        return .done
    }

    private func deliver(_ message: FrameBody.PlainMessage, appID: Int64, except: ServerConnection?) {
        let everybody = (rooms[message.receiver] ?? [:]).values.sorted { $0.id < $1.id }
        for connection in everybody where connection !== except && connection.user?.appID == appID {
            send(.roomIM(message), to: connection)
        }
    }
}
