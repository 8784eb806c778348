import Cells
import IMModel
import MessageFlow
import Testing

@testable import ChatUI

/// What came in for the open session while nobody could see it gets the "new" line, as if the session were opened now.
@Suite struct MissedMessagesTests {
    private let crew = FlowStage.crew

    /// The crew with everything read up to message 5 of so many.
    private func opened(unread: Int = 0) -> FlowStage {
        var sessions = FlowStage.sessions
        sessions[1].unreadCount = unread
        sessions[1].lastRead = MessageID("5")
        let flow = FlowStage(
            messages: (1...(5 + unread)).map { FlowStage.message($0, "line \($0)") }, sessions: sessions)
        flow.stage.screen.update(connection: .connecting)
        flow.settle()
        return flow
    }

    /// Messages come in, as the host tells: the rows, the session, and where they were missed.
    private func come(_ numbers: ClosedRange<Int>, to flow: FlowStage, unread: Int, lastRead: String, missed: Bool) {
        flow.flows[crew]?.messagesInserted(numbers.map { FlowStage.message($0, "line \($0)") })
        tell(flow, unread: unread, lastRead: lastRead)
        if missed { flow.stage.screen.missed(in: [crew]) }
        flow.settle()
    }

    private func tell(_ flow: FlowStage, unread: Int, lastRead: String) {
        var sessions = FlowStage.sessions
        sessions[1].unreadCount = unread
        sessions[1].lastRead = MessageID(lastRead)
        flow.stage.screen.update(sessions: sessions)
    }

    private func line(_ flow: FlowStage) -> String? { flow.flows[crew]?.unreadLineMessageID?.rawValue }

    private func isMarked(_ flow: FlowStage, _ id: String) -> Bool {
        flow.stage.effects.contains(.markRead(crew, upTo: MessageID(id)))
    }

    @Test func theFirstMissedOneHasTheLineAndF5GoesThere() {
        let flow = opened()
        #expect(line(flow) == nil)
        flow.stage.screen.update(connection: .online(synchronizing: true))
        come(6...65, to: flow, unread: 60, lastRead: "5", missed: true)
        #expect(line(flow) == "6")
        // The newest are seen, as when the session is opened; that is when they count as read.
        #expect(flow.flows[crew]?.visibleMessageIDs.last == MessageID("65"))
        #expect(isMarked(flow, "65"))
        tell(flow, unread: 0, lastRead: "65")
        flow.settle()
        #expect(line(flow) == "6")
        flow.stage.press("F5")
        flow.settle()
        #expect(flow.flows[crew]?.visibleMessageIDs.first == MessageID("6"))
    }

    @Test func theLineStaysWhileMorePartsComeAndWhileNobodyIsThere() {
        let flow = opened()
        come(6...7, to: flow, unread: 2, lastRead: "5", missed: true)
        tell(flow, unread: 0, lastRead: "7")
        flow.stage.press("\"a")
        come(8...9, to: flow, unread: 2, lastRead: "7", missed: true)
        #expect(line(flow) == "6")
        // Somebody was there, and the link was lost since: what is missed now is news.
        flow.stage.screen.update(connection: .online(synchronizing: false))
        flow.stage.screen.update(connection: .waiting(seconds: 3, reason: "lost"))
        tell(flow, unread: 0, lastRead: "9")
        come(10...11, to: flow, unread: 2, lastRead: "9", missed: true)
        #expect(line(flow) == "10")
        // Nobody has pressed a key since.
        flow.stage.screen.update(connection: .online(synchronizing: false))
        flow.stage.screen.update(connection: .waiting(seconds: 3, reason: "lost"))
        tell(flow, unread: 0, lastRead: "11")
        come(12...13, to: flow, unread: 2, lastRead: "11", missed: true)
        #expect(line(flow) == "10")
    }

    @Test func whatWasUnreadAtTheStartKeepsItsLine() {
        let flow = opened(unread: 3)
        #expect(line(flow) == "6")
        tell(flow, unread: 0, lastRead: "8")
        come(9...12, to: flow, unread: 4, lastRead: "8", missed: true)
        #expect(line(flow) == "6")
    }

    @Test func aLiveMessageHasNoLine() {
        let flow = opened()
        for number in 6...9 {
            come(number...number, to: flow, unread: 1, lastRead: "\(number - 1)", missed: false)
            #expect(line(flow) == nil && isMarked(flow, "\(number)"))
            tell(flow, unread: 0, lastRead: "\(number)")
        }
        // Nor has what was missed in another session, or was read elsewhere by now.
        flow.stage.screen.missed(in: [Stage.id(.peer, "2")])
        flow.stage.screen.missed(in: [crew])
        #expect(line(flow) == nil)
    }

    @Test func whatCameWithoutTheFocusHasTheLineOnceThatIsBack() {
        let flow = opened()
        flow.stage.send(.focus(false))
        for number in 6...9 {
            come(number...number, to: flow, unread: number - 5, lastRead: "5", missed: false)
        }
        #expect(line(flow) == nil && !isMarked(flow, "9"))
        flow.stage.send(.focus(true))
        #expect(line(flow) == "6" && isMarked(flow, "9"))
        tell(flow, unread: 0, lastRead: "9")
        // Nothing came: the line stays where it is.
        flow.stage.send(.focus(false))
        flow.stage.send(.focus(true))
        flow.settle()
        #expect(line(flow) == "6")
        // While the user reads further up, what lies below is no reason to take the line away from there.
        come(10...10, to: flow, unread: 1, lastRead: "9", missed: false)
        flow.stage.send(.focus(false))
        flow.stage.send(.focus(true))
        #expect(line(flow) == "6")
    }

    @Test func whoeverReadsFurtherUpStaysThere() {
        var sessions = FlowStage.sessions
        sessions[1].lastRead = MessageID("60")
        let flow = FlowStage(messages: (1...60).map { FlowStage.message($0, "line \($0)") }, sessions: sessions)
        flow.settle()
        flow.stage.press("PgUp")
        flow.settle()
        let seen = flow.flows[crew]?.visibleMessageIDs
        come(61...70, to: flow, unread: 10, lastRead: "60", missed: true)
        #expect(line(flow) == "61")
        #expect(flow.flows[crew]?.visibleMessageIDs == seen)
        #expect(!isMarked(flow, "70"))
        #expect(picture(flow.stage.draw(80, 24)).contains("↓ 10 new below"))
    }
}
