package import IMWire

/// What a business back end can ask of the server (protocol document, section 10.1): same paths, same parameters.
package enum OperatorCall: Sendable, Hashable {
    /// A message between two users, stored for both, who are notified.
    case postPeer(sender: UserKey, receiver: Int64, content: WireText)
    /// A message to a group.
    case postGroup(sender: UserKey, group: Int64, content: WireText)
    /// A message to the people in a room.
    case postRoom(sender: UserKey, room: Int64, content: WireText)
    /// A real-time message.
    case postRealTime(sender: UserKey, receiver: Int64, content: WireText)
    /// A line that is shown to who is here.
    case postNotification(UserKey, text: WireText)
    /// A line that is stored for each of several users.
    case postSystem([UserKey], text: WireText)
    /// A change of a group, for its members and more users.
    case postGroupNotification(appID: Int64, group: Int64, text: WireText, members: [Int64], isSuper: Bool)
    /// A message across applications.
    case postCustomer(sender: UserKey, receiver: UserKey, content: WireText)
    /// How many copies a queue holds behind a key; 0 for the saved key.
    case offlineCount(UserKey, key: Int64)
    /// The newest messages of a queue.
    case latest(UserKey, limit: Int)
    /// The messages behind a key.
    case history(UserKey, after: Int64)
    /// Counters.
    case summary
    /// What the server is at, for a person: the real one tells the stacks of its threads.
    case stack

    /// Reads a request; `nil` where its path is none of these, a fault where its parameters make no sense.
    ///
    /// - Parameter appID: The application of the calls that name none: those of the public interface for business back
    ///   ends (`/messages/…`, section 10.2).
    package static func parse(_ request: HTTPRequest, appID: Int64) -> Result<OperatorCall, DirectoryFault>? {
        let isPost: Bool
        switch request.path {
        case "/post_peer_message", "/post_group_message", "/post_room_message", "/post_realtime_message",
            "/messages/peers", "/messages/groups", "/messages/rooms", "/messages/systems", "/messages/notifications",
            "/messages/groups/notifications", "/post_notification", "/post_system_message", "/post_group_notification",
            "/post_customer_message":
            isPost = true
        case "/get_offline_count", "/load_latest_message", "/load_history_message", "/summary", "/stack": isPost = false
        default: return nil
        }
        guard request.method == (isPost ? "POST" : "GET") else {
            return .failure(DirectoryFault(status: 405, message: "use \(isPost ? "POST" : "GET")"))
        }
        do throws(DirectoryFault) {
            return .success(try call(request, appID))
        } catch {
            return .failure(error)
        }
    }

    private static func call(_ request: HTTPRequest, _ defaultAppID: Int64) throws(DirectoryFault) -> OperatorCall {
        func number(_ name: String, atLeast floor: Int64 = 1) throws(DirectoryFault) -> Int64 {
            guard let number = request.parameters[name].flatMap({ Int64($0) }), number >= floor else {
                throw .parameter
            }
            return number
        }
        func user(_ name: String) throws(DirectoryFault) -> UserKey {
            UserKey(appID: try number("appid"), uid: try number(name))
        }
        let text = WireText(bytes: request.body)
        switch request.path {
        case "/post_peer_message":
            return .postPeer(sender: try user("sender"), receiver: try number("receiver"), content: text)
        case "/post_group_message":
            return .postGroup(sender: try user("sender"), group: try number("receiver"), content: text)
        case "/post_room_message":
            return .postRoom(sender: try user("uid"), room: try number("room"), content: text)
        case "/post_realtime_message":
            return .postRealTime(sender: try user("sender"), receiver: try number("receiver"), content: text)
        case "/post_notification": return .postNotification(try user("uid"), text: text)
        case "/get_offline_count": return .offlineCount(try user("uid"), key: try number("sync_key", atLeast: 0))
        case "/load_latest_message":
            return .latest(try user("uid"), limit: Int(clamping: try number("limit")))
        // Up to 2022 the user stood in the query and the body was the text.
        case "/post_system_message" where request.parameters["uid"] != nil:
            return .postSystem([try user("uid")], text: text)
        case "/load_history_message": return .history(try user("uid"), after: try number("last_id", atLeast: 0))
        case "/summary": return .summary
        case "/stack": return .stack
        default: return try call(request.path, OperatorRequestBody.read(request.body), defaultAppID)
        }
    }

    private static func call(
        _ path: String, _ body: OperatorRequestBody, _ defaultAppID: Int64
    ) throws(DirectoryFault) -> OperatorCall {
        func positive(_ number: Int64?) throws(DirectoryFault) -> Int64 {
            guard let number, number > 0 else { throw .parameter }
            return number
        }
        func sender() throws(DirectoryFault) -> UserKey { UserKey(appID: defaultAppID, uid: try positive(body.sender)) }
        let text = body.content.map { WireText($0) }
        switch (path, text) {
        case ("/messages/peers", let text?):
            return .postPeer(sender: try sender(), receiver: try positive(body.receiver), content: text)
        case ("/messages/groups", let text?):
            return .postGroup(sender: try sender(), group: try positive(body.receiver), content: text)
        case ("/messages/rooms", let text?):
            return .postRoom(sender: try sender(), room: try positive(body.receiver), content: text)
        case ("/messages/systems", let text?):
            return .postSystem([UserKey(appID: defaultAppID, uid: try positive(body.receiver))], text: text)
        case ("/messages/notifications", let text?):
            return .postNotification(UserKey(appID: defaultAppID, uid: try positive(body.receiver)), text: text)
        case ("/messages/groups/notifications", let text?):
            return .postGroupNotification(
                appID: defaultAppID, group: try positive(body.groupID), text: text, members: [], isSuper: false)
        case (let path, nil) where path.hasPrefix("/messages/"): throw .parameter
        default: break
        }
        switch path {
        case "/post_system_message":
            guard let appID = body.appid, let content = body.content else { throw .parameter }
            // Up to 2022 there was one receiver.
            let receivers = body.receivers ?? body.receiver.map { [$0] } ?? []
            guard !receivers.isEmpty, receivers.count <= ServerCore.memberLimit, receivers.allSatisfy({ $0 > 0 }) else {
                throw .parameter
            }
            return .postSystem(receivers.map { UserKey(appID: appID, uid: $0) }, text: WireText(content))
        case "/post_group_notification":
            guard let appID = body.appid, let group = body.groupID, let text = body.notification else {
                throw .parameter
            }
            let members = body.members ?? []
            guard members.count <= ServerCore.memberLimit, members.allSatisfy({ $0 > 0 }) else { throw .parameter }
            return .postGroupNotification(
                appID: appID, group: group, text: WireText(text), members: members, isSuper: body.isSuper ?? false)
        default:
            guard let senderApp = body.senderAppID, let sender = body.sender, let receiverApp = body.receiverAppID,
                let receiver = body.receiver, let content = body.content, sender > 0, receiver > 0
            else { throw .parameter }
            return .postCustomer(
                sender: UserKey(appID: senderApp, uid: sender), receiver: UserKey(appID: receiverApp, uid: receiver),
                content: WireText(content))
        }
    }
}

extension DirectoryFault {
    /// The real server's words.
    static let parameter = DirectoryFault(status: 400, message: "invalid param")
}
