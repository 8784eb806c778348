import ChatEngines
import IMModel
import Testing

@testable import imchat

@Suite struct EventLogTests {
    private let time = LocalTime(year: 2026, month: 11, day: 30, weekday: 1, hour: 9, minute: 5, second: 7)

    @Test func itHoldsTheLastOnes() {
        var log = EventLog()
        for key in 1...250 { log.note(.storeTrouble("\(key)"), at: time) }
        #expect(log.lines.count == EventLog.limit)
        #expect(log.lines.first == "09:05:07  store: 51")
        #expect(log.lines.last == "09:05:07  store: 250")
    }

    @Test func realTimeMessagesAreThereAndOrdinaryOnesAreNot() {
        var log = EventLog()
        let session = SessionID(account: "a", kind: .peer, target: "2")
        let message = Message(
            id: MessageID("1"), session: session, originID: nil, sender: Contact(id: ContactID("2"), name: "Bob"),
            isOutgoing: false, timestamp: 0, content: .text(TextContent("secret")), rawContent: "secret",
            state: .incoming)
        for event: ChatEngineEvent in [
            .connection(.online(syncing: true)), .inserted([message]), .updated([message]),
            .deleted(session, [message.id]), .typing(session, message.sender, true), .notice("secret"),
            .sessionsChanged([Session(id: session, name: "secret", preview: "secret")]),
            .realTime(message.sender, "{\"position\":1}"), .storeTrouble("the disk is full"), .missed([session]),
            .storeRecovered("secret"),
        ] { log.note(event, at: time) }
        let text = log.lines.joined(separator: "\n")
        #expect(!text.contains("secret"))
        #expect(text.contains("real-time from #2: {\"position\":1}"))
        #expect(text.contains("connection: online, synchronising") && text.contains("messages: 1 new"))
        #expect(log.lines.count == 9)
    }
}
