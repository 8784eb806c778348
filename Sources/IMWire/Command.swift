/// The commands of the wire (protocol document, section 4), today's and those of the 2016 server.
package enum Command: UInt8, Sendable, Hashable, CaseIterable {
    case heartbeat = 1
    case auth = 2
    case authStatus = 3
    case im = 4
    case ack = 5
    case reset = 6
    case groupNotification = 7
    case groupIM = 8
    case peerAck = 9
    case inputing = 10
    case subscribeOnlineState = 11
    case onlineState = 12
    case ping = 13
    case pong = 14
    case authToken = 15
    case loginPoint = 16
    case rt = 17
    case enterRoom = 18
    case leaveRoom = 19
    case roomIM = 20
    case system = 21
    case unreadCount = 22
    case customerService = 23
    case customer = 24
    case customerSupport = 25
    case sync = 26
    case syncBegin = 27
    case syncEnd = 28
    case syncNotify = 29
    case syncGroup = 30
    case syncGroupBegin = 31
    case syncGroupEnd = 32
    case syncGroupNotify = 33
    case syncKey = 34
    case groupSyncKey = 35
    case notification = 36
    case metadata = 37
    /// CUSTOMER_V2 today; VOIP_CONTROL on the 2016 server.
    case customerV2 = 64
}
