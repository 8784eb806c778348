import IMModel
import MessageFlow
import Testing

@Suite struct UnreadLineTests {
    /// Whatever lies between, the line stands above the oldest message that the unread count means.
    @Test func theUnreadLineCountsOnlyWhatCountsAsUnread() {
        let notice: (inout Message) -> Void = {
            $0.content = .notification(GroupNotification(groupID: "1", change: .disband))
        }
        let revoked: (inout Message) -> Void = { $0.content = .revoked }
        let call: (inout Message) -> Void = { $0.content = .call(CallContent(event: .hangUp)) }
        let own: (inout Message) -> Void = {
            $0.isOutgoing = true
            $0.state = .sent
        }
        let kinds: [[Int: (inout Message) -> Void]] = [notice, revoked, call, own].flatMap { change in
            [[36: change], [39: change], [40: change], [34: change, 35: change, 36: change, 38: change, 40: change]]
        }
        for others in kinds {
            let news = (34...40).filter { others[$0] == nil }
            for lastRead in [nil, id(33)] {
                let session = Session(id: flowSession, unreadCount: news.count, lastRead: lastRead)
                let rig = FlowRig(count: 40, session: session)
                rig.provider.change = { others[$0]?(&$1) }
                rig.show()
                #expect(rig.flow.unreadLineMessageID == id(news[0]))
            }
        }
        // Nothing that counts came after what was read.
        let quiet = FlowRig(count: 40, session: Session(id: flowSession, unreadCount: 1, lastRead: id(38)))
        quiet.provider.change = { if $0 > 38 { notice(&$1) } }
        quiet.show()
        #expect(quiet.flow.unreadLineMessageID == nil)
    }
}
