public import IMModel

extension IMService {
    /// Sends a content to whoever a target names, as this account: for callers that keep targets, such as an outbox.
    ///
    /// - Throws: What the send for the target's kind throws; `unsupported` for a store, which takes a customer's own send.
    public func send(_ content: RawContent, to target: SendTarget, localID: Int64) throws(SendFailure) {
        let uid = configuration.uid
        switch target {
        case .peer(let peer):
            try sendPeerMessage(PeerMessage(sender: uid, receiver: peer, localID: localID, content: content))
        case .group(let group):
            try sendGroupMessage(GroupMessage(sender: uid, group: group, localID: localID, content: content))
        case .room(let room):
            try sendRoomMessage(RoomMessage(sender: uid, room: room, localID: localID, content: content))
        case .customer(let appID, let other):
            try sendCustomerSupportMessage(
                CustomerMessage(
                    senderAppID: configuration.appID, sender: uid, receiverAppID: appID, receiver: other,
                    localID: localID, content: content))
        case .store: throw .unsupported
        }
    }
}
