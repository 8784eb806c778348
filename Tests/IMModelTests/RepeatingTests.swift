import IMModel
import Testing

@Suite struct RepeatingTests {
    private func message(_ content: MessageContent) -> Message {
        Message(
            id: MessageID("1"), session: SessionID(account: "a", kind: .peer, target: "2"), originID: "id-1",
            sender: Contact(id: ContactID("1")), isOutgoing: true, timestamp: 1, content: content, rawContent: "",
            state: .sent)
    }

    @Test func onlyTheSameIsARepeat() {
        let bob = Contact(id: ContactID("2"), name: "bob")
        let one = message(.text(TextContent("one @bob")))
        #expect(one.objection(toRepeating: one.content) == nil)
        #expect(one.objection(toRepeating: .text(TextContent("one @bob", mentions: [bob]))) == nil)
        let other = "not sent: another text was sent under the id id-1"
        for content in [MessageContent.text(TextContent("one")), .text(TextContent("")), .unknown(kind: nil), .revoked]
        {
            #expect(one.objection(toRepeating: content) == other, "\(content)")
        }
        let file = message(.file(url: "u", name: "n", size: 1))
        #expect(file.objection(toRepeating: file.content) == nil)
        #expect(file.objection(toRepeating: .text(TextContent("u"))) == other)
        #expect(
            message(.revoked).objection(toRepeating: .text(TextContent("one")))
                == "not sent: the message with the id id-1 was taken back")
    }
}
