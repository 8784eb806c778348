package import IMWire

/// One copy of a message in one queue.
package struct QueueEntry: Sendable, Hashable {
    /// Whose copy it is.
    package var queue: QueueID
    /// The message id of this copy, which is also its sync key; grows over all queues.
    package var id: Int64
    /// The number of the device that sent it; 0 for none, web and HTTP.
    package var device: Int64
    /// The message: IM, GROUP_IM, CUSTOMER_V2, GROUP_NOTIFICATION or SYSTEM.
    package var body: FrameBody

    /// Makes a copy.
    package init(queue: QueueID, id: Int64, device: Int64, body: FrameBody) {
        self.queue = queue
        self.id = id
        self.device = device
        self.body = body
    }

    /// Who wrote it; `nil` for what the server wrote itself.
    package var author: UserKey? {
        switch body {
        case .im(let message), .groupIM(let message):
            switch queue {
            case .user(let key): UserKey(appID: key.appID, uid: message.sender)
            case .group(let appID, _): UserKey(appID: appID, uid: message.sender)
            }
        case .customerV2(let message): UserKey(appID: message.senderAppID, uid: message.sender)
        default: nil
        }
    }
}
