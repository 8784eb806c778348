/// The commands of the wire (protocol document, section 4), today's and those of the 2016 server.
package enum Command: UInt8, Sendable, Hashable, CaseIterable {
    /// Sign of life up to 2018.
    case heartbeat = 1
    /// Log-in by user id alone, up to 2018.
    case auth = 2
    /// Answer to a log-in.
    case authStatus = 3
    /// Peer message.
    case im = 4
    /// A frame was taken.
    case ack = 5
    /// Single sign-on kick of 2014.
    case reset = 6
    /// Change of a group.
    case groupNotification = 7
    /// Group message.
    case groupIM = 8
    /// Delivered to the peer, 2014 to 2015.
    case peerAck = 9
    /// Typing, 2014 to 2018.
    case inputing = 10
    /// Asks who is online; unsupported by 2016.
    case subscribeOnlineState = 11
    /// Who is online; unsupported by 2016.
    case onlineState = 12
    /// Asks for a sign of life.
    case ping = 13
    /// Sign of life.
    case pong = 14
    /// Log-in by token.
    case authToken = 15
    /// Another device logged in: servers of 2015, and the embedded one.
    case loginPoint = 16
    /// Real-time message.
    case rt = 17
    /// Enters a room.
    case enterRoom = 18
    /// Leaves a room.
    case leaveRoom = 19
    /// Room message.
    case roomIM = 20
    /// Stored line from the server.
    case system = 21
    /// Unread count for badges.
    case unreadCount = 22
    /// Old customer service.
    case customerService = 23
    /// Customer's message of 2016.
    case customer = 24
    /// Seller's answer of 2016.
    case customerSupport = 25
    /// Asks for a queue.
    case sync = 26
    /// A queue's messages follow.
    case syncBegin = 27
    /// A queue's messages are over.
    case syncEnd = 28
    /// A queue has grown.
    case syncNotify = 29
    /// Asks for a super group's queue.
    case syncGroup = 30
    /// A super group's messages follow.
    case syncGroupBegin = 31
    /// A super group's messages are over.
    case syncGroupEnd = 32
    /// A super group's queue has grown.
    case syncGroupNotify = 33
    /// What the client has stored.
    case syncKey = 34
    /// What the client has stored of a super group.
    case groupSyncKey = 35
    /// Passing line from the server.
    case notification = 36
    /// Keys of the next frame.
    case metadata = 37
    /// CUSTOMER_V2 today; VOIP_CONTROL on the 2016 server.
    case customerV2 = 64

    /// Whether the body is carried without being read (`FrameBody.legacy`).
    package var isLegacyWithoutLayout: Bool {
        switch self {
        case .heartbeat, .auth, .reset, .peerAck, .subscribeOnlineState, .onlineState, .customerService: true
        default: false
        }
    }

    /// Whether the command may travel this way in the dialect (protocol document, section 4).
    ///
    /// A client is more patient than a server: it also takes what only older servers send, since receiving it harms
    /// nobody (section 14).
    package func isAllowed(_ direction: FrameDirection, in dialect: FrameDialect) -> Bool {
        switch (self, direction) {
        case (.im, _), (.ack, _), (.groupIM, _), (.pong, _), (.rt, _), (.roomIM, _), (.metadata, _), (.customerV2, _),
            (.customer, _), (.customerSupport, _):
            true
        case (.authToken, .fromClient), (.ping, .fromClient), (.enterRoom, .fromClient), (.leaveRoom, .fromClient),
            (.unreadCount, .fromClient), (.sync, .fromClient), (.syncGroup, .fromClient), (.syncKey, .fromClient),
            (.groupSyncKey, .fromClient):
            true
        case (.authStatus, .fromServer), (.groupNotification, .fromServer), (.system, .fromServer),
            (.syncBegin, .fromServer), (.syncEnd, .fromServer), (.syncNotify, .fromServer),
            (.syncGroupBegin, .fromServer), (.syncGroupEnd, .fromServer), (.syncGroupNotify, .fromServer),
            (.notification, .fromServer), (.inputing, .fromServer), (.loginPoint, .fromServer):
            true
        case (.inputing, .fromClient), (.heartbeat, _), (.auth, .fromClient), (.subscribeOnlineState, .fromClient),
            (.customerService, _), (.reset, .fromServer), (.peerAck, _), (.onlineState, .fromServer):
            dialect == .server2016
        default:
            false
        }
    }
}
