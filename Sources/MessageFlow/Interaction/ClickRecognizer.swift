public import Cells

/// Tells taps, double taps and long presses from reports of the mouse and their times. Pure; the host wakes it at
/// `deadline`.
public struct ClickRecognizer {
    /// What the user meant, and on which cell.
    public enum Gesture: Sendable, Hashable {
        /// A click that no second one followed.
        case tap(Point)
        /// Two clicks on one cell.
        case doubleTap(Point)
        /// A right click or a held one.
        case longPress(Point)
        /// The wheel, so many rows; negative is up.
        case wheel(Int)
    }

    private enum State: Equatable {
        case idle
        case down(Point, since: Int64, isSecond: Bool)
        case released(Point, at: Int64)
        /// The press is used up; its release means nothing.
        case spent
    }

    /// Milliseconds within which a second click makes a double click.
    public static let doubleClickTime: Int64 = 350
    /// Milliseconds after which a held click is a long press.
    public static let holdTime: Int64 = 500
    /// Rows that one notch of the wheel scrolls.
    public static let wheelRows = 3

    private var state = State.idle

    /// Waits for a first event.
    public init() {}

    /// When `deadlineReached` wants to be called, in the time of the events.
    public var deadline: Int64? {
        switch state {
        case .down(_, let since, _): since + Self.holdTime
        case .released(_, let at): at + Self.doubleClickTime
        case .idle, .spent: nil
        }
    }

    /// Takes one report at a time in milliseconds and answers what it completes.
    public mutating func handle(_ event: MouseEvent, at now: Int64) -> [Gesture] {
        switch event.action {
        case .wheelUp: return [.wheel(-Self.wheelRows)]
        case .wheelDown: return [.wheel(Self.wheelRows)]
        case .press: return pressed(event, now)
        case .release: return released(event, now)
        case .drag:
            if case .down(let cell, _, _) = state, cell != event.position { state = .spent }
            return []
        }
    }

    /// Time has passed: a held click becomes a long press, a single click a tap.
    public mutating func deadlineReached(at now: Int64) -> [Gesture] {
        guard let deadline, now >= deadline else { return [] }
        defer { if case .down = state { state = .spent } else { state = .idle } }
        switch state {
        case .down(let cell, _, _): return [.longPress(cell)]
        case .released(let cell, _): return [.tap(cell)]
        case .idle, .spent: return []
        }
    }

    private mutating func pressed(_ event: MouseEvent, _ now: Int64) -> [Gesture] {
        var gestures: [Gesture] = []
        var isSecond = false
        if case .released(let cell, let at) = state {
            isSecond = event.button == 0 && cell == event.position && now - at <= Self.doubleClickTime
            if !isSecond { gestures.append(.tap(cell)) }
        }
        switch event.button {
        case 0: state = .down(event.position, since: now, isSecond: isSecond)
        case 2:
            state = .spent
            gestures.append(.longPress(event.position))
        default: state = .spent
        }
        return gestures
    }

    private mutating func released(_ event: MouseEvent, _ now: Int64) -> [Gesture] {
        guard case .down(let cell, let since, let isSecond) = state else {
            if state == .spent { state = .idle }
            return []
        }
        state = .idle
        guard cell == event.position else { return [] }
        if now - since >= Self.holdTime { return [.longPress(cell)] }
        if isSecond { return [.doubleTap(cell)] }
        state = .released(cell, at: now)
        return []
    }
}
