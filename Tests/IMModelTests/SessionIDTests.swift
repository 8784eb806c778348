import IMModel
import Testing

@Suite struct SessionIDTests {
    @Test func addressesNameKindAndTarget() {
        #expect(SessionID(account: "a", kind: .peer, target: "2").address == "peer:2")
        #expect(SessionID(account: "a", kind: .customer, target: "7/9").address == "customer:7/9")
        #expect(SessionID(account: "a", kind: .system, target: "").address == "system")
        #expect(SessionID(account: "work", kind: .group, target: "5").description == "work/group:5")
    }

    @Test func accountsAndKindsTellEqualTargetsApart() {
        let peer = SessionID(account: "a", kind: .peer, target: "2")
        #expect(peer != SessionID(account: "b", kind: .peer, target: "2"))
        #expect(peer != SessionID(account: "a", kind: .group, target: "2"))
        #expect([peer, SessionID(account: "a", kind: .group, target: "9")].sorted().first?.kind == .group)
    }

    @Test func namesFallBackToWhatIsKnown() {
        let peer = SessionID(account: "a", kind: .peer, target: "2")
        #expect(Session(id: peer).displayName == "#2")
        #expect(Session(id: peer, name: "").displayName == "#2")
        #expect(Session(id: peer, name: "Maria").displayName == "Maria")
        #expect(Session(id: SessionID(account: "a", kind: .room, target: "1")).displayName == "room:1")
        #expect(Contact(id: ContactID("4")).displayName == "#4")
    }
}
