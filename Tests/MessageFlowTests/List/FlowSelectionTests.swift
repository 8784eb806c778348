import Cells
import IMModel
import MessageFlow
import TestSupport
import Testing

@Suite struct FlowSelectionTests {
    @Test func movesRowByRowAndKeepsTheRowInView() {
        let rig = FlowRig(count: 60, text: { "h\($0 % 3 + 1)" })
        rig.show()
        #expect(rig.flow.selectPrevious())
        #expect(rig.flow.selectedMessageID == id(60))
        for order in stride(from: 59, through: 30, by: -1) {
            rig.flow.selectPrevious()
            #expect(rig.flow.selectedMessageID == id(order))
            #expect(rig.flow.visibleRows.contains { $0.id == id(order) && $0.y >= 0 && $0.y + $0.height <= 10 })
        }
        for order in 31...60 {
            rig.flow.selectNext()
            #expect(rig.flow.selectedMessageID == id(order))
        }
        #expect(!rig.flow.selectNext())
        rig.flow.selectFirst()
        #expect(rig.rows.first == "\(rig.window[0])@0")
        rig.flow.selectLast()
        #expect(rig.flow.isAtTail)
        rig.flow.select(id(4711))
        #expect(rig.flow.selectedMessageID == id(60))
    }

    @Test func aTallMessageIsScrolledThroughBeforeTheNext() {
        let rig = FlowRig(count: 3, height: 5, text: { $0 == 2 ? "h14" : "h1" })
        rig.show()
        rig.flow.select(id(3))
        var steps = 0
        while rig.flow.selectedMessageID != id(1), steps < 20 {
            rig.flow.selectPrevious()
            steps += 1
        }
        #expect(steps == 5)
    }

    @Test func staysOnItsMessageUnderRandomChanges() {
        var random = SeededRandom(seed: 33)
        let rig = FlowRig(count: 200)
        rig.show()
        rig.flow.select(id(180))
        var selected = 180
        for _ in 0..<300 {
            let orders = rig.window
            switch Int.random(in: 0..<5, using: &random) {
            case 0: rig.flow.messagesInserted([.fake(Int.random(in: 150...400, using: &random))])
            case 1:
                let gone = Set((0..<3).map { _ in orders.randomElement(using: &random)! })
                if gone.contains(selected) {
                    selected =
                        orders.first { $0 > selected && !gone.contains($0) } ?? orders.last { !gone.contains($0) }!
                }
                rig.flow.messagesDeleted(gone.map(id))
            case 2: rig.flow.messagesUpdated([.fake(orders.randomElement(using: &random)!, "h2", version: 9)])
            case 3: rig.flow.scroll(lines: Int.random(in: -5...5, using: &random))
            default:
                var kept = orders.filter { $0 % 11 != 0 || $0 == selected }
                kept.shuffle(using: &random)
                rig.flow.replaceAll(kept.map { .fake($0) })
            }
            rig.show()
            guard rig.flow.selectedMessageID == id(selected) else {
                Issue.record("\(String(describing: rig.flow.selectedMessageID)) instead of \(selected)")
                return
            }
        }
    }

    @Test func marksSurviveTheWindow() {
        var configuration = SessionConfiguration()
        configuration.windowLimit = 200
        let rig = FlowRig(count: 5000, configuration: configuration)
        rig.show()
        rig.flow.toggleMark(id(4999))
        rig.flow.toggleMark(id(4980))
        rig.flow.toggleMark(id(4990))
        rig.flow.toggleMark(id(4990))
        rig.flow.jump(to: id(50))
        rig.show()
        rig.flow.toggleMark(id(50))
        #expect(rig.flow.markedMessageIDs == [50, 4980, 4999].map(id))
        #expect(rig.flow.markedMessages.count == 3)
        rig.flow.messagesDeleted([id(4980)])
        #expect(rig.flow.markedMessageIDs == [50, 4999].map(id))
        rig.flow.clearMarks()
        #expect(rig.flow.markedMessageIDs.isEmpty)
    }

    @Test func droppingRowsIsNotDeletingThem() {
        var configuration = SessionConfiguration()
        configuration.windowLimit = 200
        let rig = FlowRig(count: 5000, configuration: configuration)
        rig.show()
        rig.flow.select(id(5000))
        for _ in 0..<60 {
            rig.flow.scrollPages(-1)
            rig.show()
        }
        // The selected message is far away: nothing is selected rather than another.
        #expect(rig.flow.selectedMessageID == nil)
        #expect(
            rig.log.events.last { if case .selectionChanged = $0 { true } else { false } } == .selectionChanged(nil))
    }

    @Test func mentionsAreFoundInBothDirections() {
        let rig = FlowRig(count: 0)
        rig.flow.messagesInserted((1...40).map { .fake($0, mentionsMe: $0 % 10 == 5) })
        rig.show()
        #expect(rig.flow.selectPreviousMention())
        #expect(rig.flow.selectedMessageID == id(35))
        #expect(rig.flow.selectPreviousMention())
        #expect(rig.flow.selectedMessageID == id(25))
        #expect(rig.flow.selectNextMention())
        #expect(rig.flow.selectedMessageID == id(35))
        #expect(!rig.flow.selectNextMention())
        #expect(rig.flow.selectedMessageID == id(35))
    }
}
