import Cells
import IMModel
import MessageFlow
import Testing

@Suite struct LongPressMenuTests {
    private let states: [DeliveryState] = [
        .incoming, .waiting, .sending, .sent, .delivered, .read, .failed(.notMember),
    ]
    private let all = Capabilities(rawValue: .max)

    /// The letters of the menu of a message.
    private func letters(_ message: Message, _ capabilities: Capabilities, now: Int64? = 1000) -> String {
        String(BuiltInMenuRules(capabilities: capabilities, now: now).entries(for: message).map(\.letter))
    }

    private func own(_ state: DeliveryState, _ content: MessageContent = .text(TextContent("see http://a.b")))
        -> Message
    {
        var message = Message.fake(1, outgoing: state.isOwn, state: state)
        message.content = content
        return message
    }

    @Test func theTableOfStates() {
        let table: [String] = states.map { letters(own($0), all) }
        #expect(
            table == [
                "r>yuosfdi",  // incoming
                ">yuosfdi",  // waiting
                ">yuosfi",  // sending
                "r>yuosfDdi",  // sent
                "r>yuosfDdi",  // delivered
                "r>yuosfDdi",  // read
                ">yuosfRdi",  // failed
            ])
    }

    @Test func eachCapabilityBringsItsEntryAndNoOther() {
        let pairs: [(Capabilities, Character)] = [
            (.resend, "R"), (.forward, "f"), (.revoke, "D"), (.save, "s"), (.delete, "d"), (.reply, "r"),
        ]
        for state in states {
            let full = letters(own(state), all)
            for (capability, letter) in pairs {
                let without = letters(own(state), all.subtracting(capability))
                #expect(without == full.filter { $0 != letter }, "\(state) without \(letter)")
                let only = letters(own(state), [capability, .send])
                #expect(only.contains(letter) == full.contains(letter), "\(state) with \(letter)")
            }
            #expect(letters(own(state), []) == "yuoi")
            #expect(letters(own(state), .reply) == "yuoi")
        }
    }

    @Test func contentsDecide() {
        let table: [(MessageContent, String)] = [
            (.text(TextContent("plain")), "r>ysfDdi"),
            (.text(TextContent("")), "rsfDdi"),
            (.image(url: "http://p", width: 1, height: 1), "r>yuosfDdi"),
            (.location(latitude: 1, longitude: 2, address: nil), "r>ysfDdi"),
            (.system("from the server"), "ydi"),
            (.revoked, "di"),
            (.call(CallContent(event: .accept)), "di"),
            (.unknown(kind: "poll"), "rsfDdi"),
        ]
        for (content, expected) in table { #expect(letters(own(.sent, content), all) == expected, "\(content)") }
    }

    @Test func takingBackHasItsTime() {
        var message = own(.sent)
        message.timestamp = 1_000_000
        #expect(letters(message, .revoke, now: 1_120_000).contains("D"))
        #expect(!letters(message, .revoke, now: 1_120_001).contains("D"))
        #expect(!letters(message, .revoke, now: nil).contains("D"))
        let rules = BuiltInMenuRules(capabilities: .revoke, now: 1_120_001)
        #expect(rules.refusal(ofRevoking: message) == .tooLate)
        message.originID = nil
        #expect(rules.refusal(ofRevoking: message) == .unsupported)
    }

    @Test func lettersAreThoseOfTheManual() {
        #expect(String(BuiltInMenuEntry.allCases.map(\.letter)) == "r>yuosfRDdi")
        #expect(BuiltInMenuEntry.allCases.filter(\.asks) == [.revoke, .delete])
    }

    @Test func lettersAreUniqueWithinAMenu() {
        let menu = LongPressMenu(
            message: .fake(1), component: nil, cell: nil,
            entries: [
                .builtIn(.copy), MenuEntry(id: .custom("a"), title: "Pin", letter: "y"),
                MenuEntry(id: .custom("b"), title: "Star", letter: "*"),
            ])
        #expect(menu.entries.map(\.letter) == ["y", nil, "*"])
        #expect(menu.entry(letter: "*")?.id == .custom("b"))
        #expect(menu.entry(letter: "q") == nil)
    }

    @Test func theFilterFindsTargets() {
        func target(_ id: String, _ name: String) -> ForwardTarget {
            ForwardTarget(id: SessionID(account: "a", kind: .group, target: id), name: name)
        }
        let menu = LongPressMenu(
            message: .fake(1), component: nil, cell: nil, entries: [],
            forwardTargets: [target("7", "Design Crew"), target("8", "设计组"), target("77", "Crew")])
        #expect(menu.forwardTargets(matching: "").count == 3)
        #expect(menu.forwardTargets(matching: "CREW").map(\.id.target) == ["7", "77"])
        #expect(menu.forwardTargets(matching: "crew des").map(\.id.target) == ["7"])
        #expect(menu.forwardTargets(matching: "设计").map(\.id.target) == ["8"])
        #expect(menu.forwardTargets(matching: "group:77").map(\.id.target) == ["77"])
        #expect(menu.forwardTargets(matching: "zzz").isEmpty)
    }
}
