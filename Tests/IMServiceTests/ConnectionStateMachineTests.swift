import EventLoop
import IMWire
import TestSupport
import Testing

@testable import IMService

/// The whole table of states and inputs, and the laws of time.
struct ConnectionStateMachineTests {
    /// The states, each reached by inputs only.
    enum Place: String, CaseIterable {
        case stopped, suspended, resolving, connecting, authenticating, online
        /// Online, a PING is not answered yet.
        case probing
        case backingOff, refused
    }

    /// The inputs.
    enum Input: String, CaseIterable {
        case start, stop, background, foreground
        case network = "network change"
        case retry
        case resolving, connecting, connected, closed, reset
        case authOK = "token taken"
        case authNo = "token refused"
        case pong, message
        case sent = "message sent"
        case probe, violation
        case late = "deadline, late"
    }

    static let timing = ServiceTiming()
    static let start = Instant(milliseconds: 0)
    static let later = Instant(milliseconds: 10_000_000)

    static func machine(in place: Place) -> ConnectionStateMachine {
        var machine = ConnectionStateMachine(timing: timing)
        if place == .stopped { return machine }
        _ = machine.start(now: start)
        switch place {
        case .stopped, .resolving: break
        case .suspended: _ = machine.enterBackground()
        case .connecting: _ = machine.transportConnecting()
        case .authenticating: _ = machine.transportConnected(now: start)
        case .online:
            _ = machine.transportConnected(now: start)
            _ = machine.received(.authStatus(0), now: start, jitter: 0)
        case .probing:
            _ = machine.transportConnected(now: start)
            _ = machine.received(.authStatus(0), now: start, jitter: 0)
            _ = machine.probe(now: start)
        case .backingOff: _ = machine.transportClosed(.reset, now: start, jitter: 0.5)
        case .refused:
            _ = machine.transportConnected(now: start)
            _ = machine.received(.authStatus(1), now: start, jitter: 0)
        }
        return machine
    }

    static func apply(_ input: Input, to machine: inout ConnectionStateMachine, at now: Instant)
        -> [ConnectionStateMachine.Action]
    {
        let message = FrameBody.system("x")
        return switch input {
        case .start: machine.start(now: now)
        case .stop: machine.stop()
        case .background: machine.enterBackground()
        case .foreground: machine.enterForeground(now: now)
        case .network: machine.networkChanged(now: now)
        case .retry: machine.retryNow(now: now)
        case .resolving: machine.transportResolving()
        case .connecting: machine.transportConnecting()
        case .connected: machine.transportConnected(now: now)
        case .closed: machine.transportClosed(nil, now: now, jitter: 0.5)
        case .reset: machine.transportClosed(.reset, now: now, jitter: 0.5)
        case .authOK: machine.received(.authStatus(0), now: now, jitter: 0.5)
        case .authNo: machine.received(.authStatus(1), now: now, jitter: 0.5)
        case .pong: machine.received(.pong, now: now, jitter: 0.5)
        case .message: machine.received(message, now: now, jitter: 0.5)
        case .probe: machine.probe(now: now)
        case .violation: machine.violated("x", now: now, jitter: 0.5)
        case .sent:
            // Never an action: only the next deadline moves.
            sent(&machine, at: now)
        case .late: machine.deadlineReached(now: now, jitter: 0.5)
        }
    }

    private static func sent(
        _ machine: inout ConnectionStateMachine, at now: Instant
    ) -> [ConnectionStateMachine.Action] {
        machine.sent(expectsAnswer: true, now: now)
        return []
    }

    static func name(_ state: ConnectionState) -> String {
        switch state {
        case .stopped: "stopped"
        case .suspended: "suspended"
        case .resolving: "resolving"
        case .connecting: "connecting"
        case .authenticating: "authenticating"
        case .online: "online"
        case .waiting(_, let reason):
            switch reason {
            case .transport: "waiting:transport"
            case .connectTimedOut: "waiting:connect"
            case .authenticationTimedOut: "waiting:auth"
            case .heartbeatTimedOut: "waiting:heartbeat"
            case .closedByServer: "waiting:closed"
            case .protocolViolation: "waiting:violation"
            }
        case .authenticationFailed: "refused"
        }
    }

    static func name(_ actions: [ConnectionStateMachine.Action]) -> String {
        actions.map { action in
            switch action {
            case .openTransport: "open"
            case .closeTransport: "close"
            case .sendToken: "token"
            case .sendPing: "ping"
            case .loggedIn: "in"
            case .loggedOut: "out"
            case .deliver: "deliver"
            case .report(let state): "<\(name(state))>"
            case .ignored: "-"
            }
        }.joined(separator: " ")
    }

    /// The actions, "-" for "ignored", named in the action. Deadlines are long past.
    static let expected = """
                       | stopped          | suspended        | resolving                 | connecting                | authenticating            | online                        | probing                       | backingOff       | refused
        start          | <resolving> open | -                | -                         | -                         | -                         | -                             | -                             | -                | -
        stop           | -                | <stopped>        | close <stopped>           | close <stopped>           | close <stopped>           | close out <stopped>           | close out <stopped>           | <stopped>        | <stopped>
        background     | -                | -                | close <suspended>         | close <suspended>         | close <suspended>         | close out <suspended>         | close out <suspended>         | <suspended>      | <suspended>
        foreground     | -                | <resolving> open | -                         | -                         | -                         | -                             | -                             | -                | -
        network change | -                | -                | close <resolving> open    | close <resolving> open    | close <resolving> open    | close out <resolving> open    | close out <resolving> open    | <resolving> open | -
        retry          | -                | -                | -                         | -                         | -                         | -                             | -                             | <resolving> open | <resolving> open
        resolving      | -                | -                | <resolving>               | <resolving>               | -                         | -                             | -                             | -                | -
        connecting     | -                | -                | <connecting>              | -                         | -                         | -                             | -                             | -                | -
        connected      | -                | -                | <authenticating> token    | <authenticating> token    | -                         | -                             | -                             | -                | -
        closed         | -                | -                | close <waiting:closed>    | close <waiting:closed>    | close <waiting:closed>    | close out <waiting:closed>    | close out <waiting:closed>    | -                | -
        reset          | -                | -                | close <waiting:transport> | close <waiting:transport> | close <waiting:transport> | close out <waiting:transport> | close out <waiting:transport> | -                | -
        token taken    | -                | -                | -                         | -                         | in <online>               | -                             | -                             | -                | -
        token refused  | -                | -                | -                         | -                         | close <refused>           | close out <refused>           | close out <refused>           | -                | -
        pong           | -                | -                | -                         | -                         | -                         |                               |                               | -                | -
        message        | -                | -                | -                         | -                         | -                         | deliver                       | deliver                       | -                | -
        message sent   |                  |                  |                           |                           |                           |                               |                               |                  |
        probe          | -                | -                | -                         | -                         | -                         | ping                          | -                             | -                | -
        violation      | -                | -                | close <waiting:violation> | close <waiting:violation> | close <waiting:violation> | close out <waiting:violation> | close out <waiting:violation> | -                | -
        deadline, late |                  |                  | close <waiting:connect>   | close <waiting:connect>   | close <waiting:auth>      | ping                          | close out <waiting:heartbeat> | <resolving> open | <resolving> open
        """

    @Test func everyStateAnswersEveryInputAsTheTableSays() {
        let table = StateTable(Place.self, Input.self) { place, input in
            var machine = Self.machine(in: place)
            let actions = Self.apply(input, to: &machine, at: Self.later)
            if let last = actions.compactMap({ if case .report(let state) = $0 { state } else { nil } }).last {
                #expect(machine.publicState == last, "the report is the state")
            }
            return Self.name(actions)
        }
        #expect(table.text == Self.expected, "\n\(table.text)")
    }

    @Test func anEarlyDeadlineDoesNothing() {
        for place in Place.allCases {
            var machine = Self.machine(in: place)
            let before = machine.publicState
            #expect(machine.deadlineReached(now: Self.start, jitter: 0.5) == [])
            #expect(machine.publicState == before)
        }
    }

    @Test func backOffWindowsDoubleUpToTheCapAndResetOnlyAfterAStableMinute() {
        var machine = ConnectionStateMachine(timing: Self.timing)
        var now = Self.start
        _ = machine.start(now: now)
        func pause() -> Int64? { machine.deadline?.since(now) }
        for expected in [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000] as [Int64] {
            _ = machine.transportClosed(.refused("x"), now: now, jitter: 0.999_999)
            #expect(abs((pause() ?? 0) - expected) <= 1)
            now = machine.deadline ?? now
            _ = machine.deadlineReached(now: now, jitter: 0)
        }
        // A login of less than a minute does not count ...
        _ = machine.transportConnected(now: now)
        _ = machine.received(.authStatus(0), now: now, jitter: 0)
        now = now.advanced(by: 59_999)
        _ = machine.transportClosed(nil, now: now, jitter: 0.999_999)
        #expect(abs((pause() ?? 0) - 60_000) <= 1)
        // ... one of a minute does.
        now = machine.deadline ?? now
        _ = machine.deadlineReached(now: now, jitter: 0)
        _ = machine.transportConnected(now: now)
        _ = machine.received(.authStatus(0), now: now, jitter: 0)
        now = now.advanced(by: 60_000)
        _ = machine.transportClosed(nil, now: now, jitter: 0.999_999)
        #expect(abs((pause() ?? 0) - 1_000) <= 1)
    }

    @Test func fullJitterNeverGoesBelowTheFloor() {
        for jitter in [0, 0.01, 0.3] {
            var machine = ConnectionStateMachine(timing: Self.timing)
            _ = machine.start(now: Self.start)
            _ = machine.transportClosed(nil, now: Self.start, jitter: jitter)
            #expect((machine.deadline?.milliseconds ?? 0) >= Self.timing.backOffFloor)
        }
    }

    @Test func aRefusedTokenIsTriedSlowly() {
        var machine = Self.machine(in: .refused)
        #expect((machine.deadline?.milliseconds ?? 0) >= 15_000)
        var pauses: [Int64] = []
        var now = Self.start
        for _ in 0..<6 {
            now = machine.deadline ?? now
            _ = machine.deadlineReached(now: now, jitter: 0)
            _ = machine.transportConnected(now: now)
            _ = machine.received(.authStatus(1), now: now, jitter: 0)
            pauses.append(machine.deadline?.since(now) ?? 0)
        }
        #expect(pauses == [30_000, 60_000, 120_000, 150_000, 150_000, 150_000])
    }

    @Test func heartbeatGoesOutAfterSilenceAndADeadLinkIsDropped() {
        var machine = Self.machine(in: .online)
        #expect(machine.deadline == Instant(milliseconds: 180_000))
        // What goes out into a dead link is no sign of life.
        machine.sent(expectsAnswer: false, now: Instant(milliseconds: 100_000))
        #expect(machine.deadline == Instant(milliseconds: 180_000))
        // Nor does the server hear of us by what it says itself.
        _ = machine.received(.system("x"), now: Instant(milliseconds: 150_000), jitter: 0)
        #expect(machine.deadline == Instant(milliseconds: 280_000))
        #expect(machine.deadlineReached(now: Instant(milliseconds: 280_000), jitter: 0) == [.sendPing])
        #expect(machine.deadline == Instant(milliseconds: 290_000))
        // Any frame is a sign of life.
        _ = machine.received(.system("x"), now: Instant(milliseconds: 281_000), jitter: 0)
        #expect(machine.deadline == Instant(milliseconds: 460_000))
        _ = machine.deadlineReached(now: Instant(milliseconds: 460_000), jitter: 0)
        let actions = machine.deadlineReached(now: Instant(milliseconds: 470_000), jitter: 0)
        #expect(Self.name(actions) == "close out <waiting:heartbeat>")
    }

    @Test func aMessageWithoutAnySignOfLifeIsProbed() {
        var machine = Self.machine(in: .online)
        machine.sent(expectsAnswer: true, now: Instant(milliseconds: 1_000))
        machine.sent(expectsAnswer: true, now: Instant(milliseconds: 2_000))
        #expect(machine.deadline == Instant(milliseconds: 6_000), "the first message counts")
        #expect(machine.deadlineReached(now: Instant(milliseconds: 6_000), jitter: 0) == [.sendPing])
        #expect(machine.deadline == Instant(milliseconds: 16_000))
    }

    @Test func randomInputsNeverTrapAndKeepOneTransport() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            var machine = ConnectionStateMachine(timing: Self.timing)
            var now = Self.start
            var isOpen = false
            var isLoggedIn = false
            for _ in 0..<200 {
                now = now.advanced(by: Int64.random(in: 0..<20_000, using: &random))
                let input = Input.allCases.randomElement(using: &random)!
                for action in Self.apply(input, to: &machine, at: now) {
                    switch action {
                    case .openTransport:
                        #expect(!isOpen, "seed \(seed)")
                        isOpen = true
                    case .closeTransport:
                        #expect(isOpen, "seed \(seed)")
                        isOpen = false
                    case .loggedIn:
                        #expect(!isLoggedIn && isOpen, "seed \(seed)")
                        isLoggedIn = true
                    case .loggedOut:
                        #expect(isLoggedIn, "seed \(seed)")
                        isLoggedIn = false
                    case .sendToken, .sendPing: #expect(isOpen, "seed \(seed)")
                    case .deliver: #expect(isLoggedIn, "nothing is delivered before the login, seed \(seed)")
                    case .report, .ignored: break
                    }
                }
                #expect(isLoggedIn == machine.publicState.isOnline, "seed \(seed)")
            }
        }
    }
}
