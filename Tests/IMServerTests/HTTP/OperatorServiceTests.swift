import Database
import EventLoop
import IMServer
import IMWire
import TestSupport
import Testing

/// The operator interface against the recorded calls of the real server.
@Suite struct OperatorServiceTests {
    let fixture: ServerFixture
    let service: OperatorService

    init() throws {
        fixture = try ServerFixture()
        service = OperatorService(core: fixture.core)
        let members = [1, 2, 3].map { ServerGroup.Member(uid: $0) }
        fixture.core.putGroup(ServerGroup(id: 100, appID: 7, name: "g", master: 1, members: members))
        fixture.core.putGroup(ServerGroup(id: 200, appID: 7, name: "s", master: 1, isSuper: true, members: members))
        fixture.settle()
    }

    private func ask(
        _ method: String, _ target: String, _ body: String = ""
    ) -> HTTPResponse? {
        var response: HTTPResponse?
        let request = HTTPRequest(method, target, body: Array(body.utf8))
        guard service.answer(request, { response = $0 }) else { return nil }
        fixture.settle()
        return response
    }

    private func text(_ response: HTTPResponse?) -> String {
        response.map { "\($0.status) \(String(decoding: $0.body, as: UTF8.self))" } ?? "none"
    }

    /// Posts to a server of another test.
    static func post(_ core: ServerCore, _ target: String, _ body: String, _ send: @escaping (HTTPResponse) -> Void) {
        _ = OperatorService(core: core).answer(HTTPRequest("POST", target, body: Array(body.utf8)), send)
    }

    private let invalid = #"400 {"meta":{"code":400,"message":"invalid param"}}"#

    @Test func aPeerMessageIsStoredForBothAndNotPushed() throws {
        let one = try fixture.logIn(1)
        let two = try fixture.logIn(2)
        let answer = ask("POST", "/post_peer_message?appid=7&sender=1&receiver=2", #"{"text":"via http"}"#)
        #expect(text(answer) == "200 ")
        #expect(one.take().map(\.command) == [.syncNotify])
        #expect(two.take().map(\.command) == [.syncNotify])
        two.send(.sync(1))
        #expect(two.take().map(\.command) == [.syncBegin, .im, .syncEnd])
    }

    @Test func aGroupMessageIsPushedOnlyInANormalGroup() throws {
        let two = try fixture.logIn(2)
        #expect(text(ask("POST", "/post_group_message?appid=7&sender=1&receiver=100", "x")) == "200 ")
        #expect(two.take().map(\.command) == [.metadata, .groupIM, .syncNotify])
        #expect(text(ask("POST", "/post_group_message?appid=7&sender=1&receiver=200", "x")) == "200 ")
        #expect(two.take().map(\.command) == [.syncGroupNotify])
        #expect(text(ask("POST", "/post_group_message?appid=7&sender=1&receiver=999", "x")) == invalid)
    }

    @Test func linesAndRealTimeMessages() throws {
        let two = try fixture.logIn(2)
        two.send(.enterRoom(56))
        #expect(text(ask("POST", "/post_room_message?appid=7&uid=1&room=56", "r")) == "200 ")
        #expect(text(ask("POST", "/post_notification?appid=7&uid=2", "n")) == "200 ")
        #expect(text(ask("POST", "/post_realtime_message?appid=7&sender=1&receiver=2", "t")) == "200 ")
        let line = #"{"appid":7,"receivers":[2],"receiver":2,"content":"s"}"#
        #expect(text(ask("POST", "/post_system_message", line)) == "200 ")
        let bodies = two.take()
        #expect(bodies.map(\.command) == [.roomIM, .notification, .rt, .syncNotify])
        #expect(bodies[1] == .notification("n"))
        let change = #"{"appid":7,"group_id":100,"notification":"{}","members":[1,2,3,4]}"#
        #expect(text(ask("POST", "/post_group_notification", change)) == "200 ")
        #expect(two.take().map(\.command) == [.syncNotify])
        let four = try fixture.logIn(4)
        four.send(.sync(1))
        #expect(four.take().map(\.command) == [.syncBegin, .groupNotification, .syncEnd])
        let unknown = #"{"appid":7,"group_id":999,"notification":"{}"}"#
        #expect(text(ask("POST", "/post_group_notification", unknown)) == invalid)
    }

    /// The forms of before 2022 and of the public interface.
    @Test func otherFormsOfTheSame() throws {
        let one = try fixture.logIn(1)
        let two = try fixture.logIn(2)
        #expect(text(ask("POST", "/post_system_message?appid=7&uid=2", "s")) == "200 ")
        let peer = #"{"sender":1,"receiver":2,"content":"c"}"#
        #expect(text(ask("POST", "/messages/peers", peer)) == "200 ")
        #expect(text(ask("POST", "/messages/systems", #"{"receiver":2,"content":"c"}"#)) == "200 ")
        #expect(two.take().map(\.command) == [.syncNotify, .syncNotify, .syncNotify])
        #expect(text(ask("POST", "/messages/notifications", #"{"receiver":2,"content":"c"}"#)) == "200 ")
        #expect(text(ask("POST", "/messages/groups", #"{"sender":1,"receiver":100,"content":"c"}"#)) == "200 ")
        #expect(text(ask("POST", "/messages/groups/notifications", #"{"group_id":100,"content":"{}"}"#)) == "200 ")
        #expect(two.take().map(\.command) == [.notification, .metadata, .groupIM, .syncNotify, .syncNotify])
        one.send(.enterRoom(9))
        _ = one.take()
        #expect(text(ask("POST", "/messages/rooms", #"{"sender":2,"receiver":9,"content":"c"}"#)) == "200 ")
        #expect(one.take().map(\.command) == [.roomIM])
        for body in ["{}", #"{"content":"c"}"#, #"{"sender":0,"receiver":-1,"content":"c"}"#] {
            for path in ["peers", "groups", "rooms", "systems", "notifications", "groups/notifications"] {
                #expect(text(ask("POST", "/messages/" + path, body)) == invalid)
            }
        }
    }

    @Test func aCustomerMessageAnswersData() throws {
        let two = try fixture.logIn(2)
        let body = #"{"sender_appid":7,"sender":2,"receiver_appid":1453,"receiver":9001,"content":"c"}"#
        #expect(text(ask("POST", "/post_customer_message", body)) == #"200 {"data":{}}"#)
        #expect(two.take().map(\.command) == [.syncNotify])
        let wrong = #"{"sender_appid":7,"sender":2,"receiver_appid":7,"receiver":9001,"content":"c"}"#
        #expect(text(ask("POST", "/post_customer_message", wrong)) == invalid)
    }

    @Test func queuesCanBeRead() throws {
        let one = try fixture.logIn(1)
        one.say(#"{"text":"a"}"#, from: 1, to: 2)
        fixture.core.postSystem(to: [UserKey(appID: 7, uid: 2)], text: "s")
        fixture.settle()
        one.sayInGroup("b", from: 1, to: 100)
        let count = "/get_offline_count?appid=7&uid=2&sync_key="
        #expect(text(ask("GET", count + "0")) == #"200 {"data":{"count":3}}"#)
        let time = 1_764_500_000
        let first = #"{"command":4,"content":"{\"text\":\"a\"}","id":32,"receiver":2,"sender":1,"timestamp":\#(time)}"#
        let second = #"{"command":8,"content":"b","id":36,"receiver":100,"sender":1,"timestamp":\#(time)}"#
        #expect(text(ask("GET", count + "32")) == #"200 {"data":{"count":2}}"#)
        // No copy of this queue has the key.
        #expect(text(ask("GET", count + "33")) == #"200 {"data":{"count":0}}"#)
        let latest = "/load_latest_message?appid=7&uid=2&limit="
        #expect(text(ask("GET", latest + "1")) == #"200 {"data":[\#(second)]}"#)
        #expect(text(ask("GET", latest + "9")) == #"200 {"data":[\#(first),\#(second)]}"#)
        let history = "/load_history_message?appid=7&uid=2&last_id="
        #expect(text(ask("GET", history + "32")) == #"200 {"data":[\#(second)]}"#)
        #expect(text(ask("GET", history + "36")) == #"200 {"data":[]}"#)
        let summary = text(ask("GET", "/summary"))
        #expect(summary.contains(#""client_count":1,"clientset_count":1,"connection_count":1"#), "\(summary)")
    }

    @Test(arguments: [
        "/post_peer_message?appid=7", "/post_peer_message?appid=7&sender=0&receiver=1",
        "/post_peer_message?appid=x&sender=1&receiver=1", "/post_peer_message?appid=7&sender=1&receiver=-1",
        "/post_group_message?appid=7&sender=1&receiver=99999999999999999999",
        "/post_room_message?appid=7&uid=1&room=", "/post_notification?uid=1",
    ])
    func badParametersAreRefused(_ target: String) {
        #expect(text(ask("POST", target, "x")) == invalid)
    }

    @Test(arguments: ["notjson", "[]", "{\"appid\":\"7\"}", String(repeating: "[", count: 100_000)])
    func badBodiesAreRefused(_ body: String) {
        for path in ["/post_group_notification", "/post_system_message", "/post_customer_message"] {
            let answer = text(ask("POST", path, body))
            #expect(answer == #"400 {"meta":{"code":400,"message":"invalid json format"}}"#)
            #expect(text(ask("POST", path, "{}")) == invalid)
        }
    }

    @Test func tooLargeATextAndAFaultyDisk() throws {
        let large = String(repeating: "x", count: 32_800)
        #expect(text(ask("POST", "/post_peer_message?appid=7&sender=1&receiver=2", large)) == invalid)
        #expect(text(ask("POST", "/post_notification?appid=7&uid=2", large)) == invalid)
        #expect(text(ask("POST", "/summary")).hasPrefix("405"))
        #expect(ask("GET", "/nosuch") == nil)
        fixture.database.close()
        #expect(text(ask("POST", "/post_peer_message?appid=7&sender=1&receiver=2", "x")).hasPrefix("500"))
        #expect(text(ask("GET", "/load_latest_message?appid=7&uid=2&limit=1")).hasPrefix("500"))
    }
}
