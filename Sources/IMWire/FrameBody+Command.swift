extension FrameBody {
    /// The command byte that stands for this body.
    package var command: Command {
        switch self {
        case .authToken: .authToken
        case .authStatus: .authStatus
        case .im: .im
        case .groupIM: .groupIM
        case .ack: .ack
        case .groupNotification: .groupNotification
        case .ping: .ping
        case .pong: .pong
        case .rt: .rt
        case .roomIM: .roomIM
        case .enterRoom: .enterRoom
        case .leaveRoom: .leaveRoom
        case .system: .system
        case .notification: .notification
        case .unreadCount: .unreadCount
        case .sync: .sync
        case .syncBegin: .syncBegin
        case .syncEnd: .syncEnd
        case .syncNotify: .syncNotify
        case .syncGroup: .syncGroup
        case .syncGroupBegin: .syncGroupBegin
        case .syncGroupEnd: .syncGroupEnd
        case .syncGroupNotify: .syncGroupNotify
        case .syncKey: .syncKey
        case .groupSyncKey: .groupSyncKey
        case .metadata: .metadata
        case .customerV2, .voipControl: .customerV2
        case .customer: .customer
        case .customerSupport: .customerSupport
        case .inputing: .inputing
        case .loginPoint: .loginPoint
        case .legacy(let command, _): command
        }
    }
}
