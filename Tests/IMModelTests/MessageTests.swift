import IMModel
import Testing

@Suite struct MessageTests {
    @Test func theTypeFollowsTheContent() {
        let table: [(MessageContent, MessageType)] = [
            (.text(TextContent("a")), .text), (.image(url: "", width: 0, height: 0), .image),
            (.audio(url: "", seconds: 1), .audio), (.video(VideoContent(url: "")), .video),
            (.file(url: "", name: "", size: nil), .file),
            (.location(latitude: 0, longitude: 0, address: nil), .location),
            (.link(LinkContent(url: "", title: "")), .link),
            (.notification(GroupNotification(groupID: "1", change: .disband)), .notification), (.system(""), .system),
            (.revoked, .revoked), (.revoke(originID: "x"), .control), (.readMark(originID: "x"), .control),
            (.tag(originID: "x", tag: "t", added: true), .control), (.call(CallContent(event: .accept)), .call),
            (.custom(type: MessageType(rawValue: "poll"), payload: ""), MessageType(rawValue: "poll")),
            (.unknown(kind: nil), .unknown),
        ]
        for (content, type) in table { #expect(content.type == type) }
    }

    @Test func onlyIncomingIsNotOwn() {
        #expect(!DeliveryState.incoming.isOwn)
        for state in [DeliveryState.waiting, .sending, .sent, .delivered, .read, .failed(.timedOut)] {
            #expect(state.isOwn)
        }
    }
}
