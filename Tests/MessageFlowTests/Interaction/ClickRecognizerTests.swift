import Cells
import MessageFlow
import Testing

@Suite struct ClickRecognizerTests {
    private let cell = Point(x: 3, y: 4)

    /// Plays `(time, action)` and lets every deadline pass that lies between.
    private func play(_ events: [(Int64, MouseEvent)], until end: Int64 = 10_000) -> [ClickRecognizer.Gesture] {
        var clicks = ClickRecognizer()
        var gestures: [ClickRecognizer.Gesture] = []
        for (time, event) in events {
            if let deadline = clicks.deadline, deadline < time { gestures += clicks.deadlineReached(at: deadline) }
            gestures += clicks.handle(event, at: time)
        }
        if let deadline = clicks.deadline, deadline <= end { gestures += clicks.deadlineReached(at: deadline) }
        #expect(clicks.deadline == nil)
        return gestures
    }

    private func press(_ x: Int = 3, button: Int = 0) -> MouseEvent {
        MouseEvent(button: button, action: .press, position: Point(x: x, y: 4))
    }
    private func release(_ x: Int = 3, button: Int = 0) -> MouseEvent {
        MouseEvent(button: button, action: .release, position: Point(x: x, y: 4))
    }

    @Test func everyGesture() {
        #expect(play([(0, press()), (50, release())]) == [.tap(cell)])
        #expect(play([(0, press()), (50, release()), (200, press()), (250, release())]) == [.doubleTap(cell)])
        #expect(
            play([(0, press()), (50, release()), (500, press()), (550, release())]) == [.tap(cell), .tap(cell)])
        #expect(play([(0, press()), (900, release())]) == [.longPress(cell)])
        #expect(play([(0, press(button: 2)), (50, release(button: 2))]) == [.longPress(cell)])
        #expect(play([(0, press(button: 1)), (50, release(button: 1))]) == [])
        #expect(play([(0, press()), (50, release(9))]) == [])
        #expect(
            play([(0, press()), (50, release()), (100, press(9)), (150, release(9))])
                == [.tap(cell), .tap(Point(x: 9, y: 4))])
        #expect(play([(0, press()), (50, release()), (100, press(button: 2))]) == [.tap(cell), .longPress(cell)])
        let drag = MouseEvent(button: 0, action: .drag, position: Point(x: 8, y: 4))
        #expect(play([(0, press()), (50, drag), (900, release())]) == [])
        #expect(play([(0, MouseEvent(button: 0, action: .wheelUp, position: cell))]) == [.wheel(-3)])
    }

    @Test func aStrayReleaseMeansNothing() {
        #expect(play([(0, release())]) == [])
        var clicks = ClickRecognizer()
        #expect(clicks.deadlineReached(at: 5) == [])
    }

    @Test func aReleaseAfterTheDeadlineThatNobodyServedIsStillALongPress() {
        var clicks = ClickRecognizer()
        _ = clicks.handle(press(), at: 0)
        #expect(clicks.handle(release(), at: 700) == [.longPress(cell)])
    }
}
