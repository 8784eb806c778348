import EventLoop
import IMWire

/// The life of a connection as a pure value: no clock, socket or randomness; `now` and `jitter` (0 ..< 1) come in.
///
/// One function per input, each answering the actions to take in order; after any input read `deadline` and call
/// `deadlineReached` then. Every pair of state and input is defined: what cannot happen on a lawful transport yields
/// `.ignored` with its name, what a server must not send yields a protocol violation, nothing traps.
///
/// The token goes out as soon as the stream is open; everything else waits for the server's yes. Servers allow
/// pipelining, but silently drop messages in front of a refused token, and nothing may be delivered before the yes.
struct ConnectionStateMachine {
    /// What to do.
    enum Action: Equatable {
        /// Make a transport and connect.
        case openTransport
        /// Close the transport and forget it; its later events are stale.
        case closeTransport
        /// Send the token.
        case sendToken
        /// Send a PING.
        case sendPing
        /// The login is complete: sync, rooms and outbox may go.
        case loggedIn
        /// The login is over; what was under way is to be sent again next time.
        case loggedOut
        /// The frame just received is for the layers above.
        case deliver
        /// Tell the new state.
        case report(ConnectionState)
        /// The input means nothing in this state; for the log.
        case ignored(String)
    }

    /// What is valid while logged in.
    private struct Online: Equatable {
        var since: Instant
        var lastSent: Instant
        var lastReceived: Instant
        /// When to PING because an answer to a message is missing.
        var probeAt: Instant?
        /// When a PING without any sign of life means a dead link.
        var answerUntil: Instant?
    }

    private enum State: Equatable {
        /// Never started, or stopped.
        case stopped
        case suspended
        case resolving(until: Instant)
        case connecting(until: Instant)
        case authenticating(until: Instant)
        case online(Online)
        case backingOff(until: Instant, ConnectionFailure)
        case refused(until: Instant)
    }

    private let timing: ServiceTiming
    private var state = State.stopped
    /// Failures since the last stable login.
    private var attempt = 0
    /// Refusals of the token in a row.
    private var refusals = 0

    /// Makes a stopped machine.
    init(timing: ServiceTiming) { self.timing = timing }

    /// The state as the outside sees it.
    var publicState: ConnectionState {
        switch state {
        case .stopped: .stopped
        case .suspended: .suspended
        case .resolving: .resolving
        case .connecting: .connecting
        case .authenticating: .authenticating
        case .online(let online): .online(since: online.since)
        case .backingOff(let until, let reason): .waiting(retryAt: until, reason: reason)
        case .refused(let until): .authenticationFailed(retryAt: until)
        }
    }

    /// When `deadlineReached` is due.
    var deadline: Instant? {
        switch state {
        case .stopped, .suspended: nil
        case .resolving(let until), .connecting(let until), .authenticating(let until), .backingOff(let until, _),
            .refused(let until):
            until
        case .online(let online):
            if let until = online.answerUntil {
                until
            } else {
                min(online.probeAt ?? .init(milliseconds: .max), pingDue(online))
            }
        }
    }

    // MARK: Our own will

    /// Connect and stay connected.
    mutating func start(now: Instant) -> [Action] {
        switch state {
        case .stopped: return open(now: now)
        case .suspended, .resolving, .connecting, .authenticating, .online, .backingOff, .refused:
            return [.ignored("start: already started")]
        }
    }

    /// Disconnect and stay so.
    mutating func stop() -> [Action] {
        attempt = 0
        refusals = 0
        return leave(to: .stopped)
    }

    /// Hold no connection until the foreground.
    mutating func enterBackground() -> [Action] {
        switch state {
        case .stopped: return [.ignored("background: not started")]
        case .suspended: return [.ignored("background: already there")]
        case .resolving, .connecting, .authenticating, .online, .backingOff, .refused: return leave(to: .suspended)
        }
    }

    /// Connect at once after a time in the background.
    mutating func enterForeground(now: Instant) -> [Action] {
        switch state {
        case .suspended:
            attempt = 0
            return open(now: now)
        case .stopped, .resolving, .connecting, .authenticating, .online, .backingOff, .refused:
            return [.ignored("foreground: not in the background")]
        }
    }

    /// The machine has another address: the old stream is as good as dead, a pause is pointless.
    mutating func networkChanged(now: Instant) -> [Action] {
        switch state {
        case .stopped, .suspended: return [.ignored("network change: not connected")]
        case .refused: return [.ignored("network change: the token was refused")]
        case .backingOff:
            attempt = 0
            return open(now: now)
        case .resolving, .connecting, .authenticating:
            attempt = 0
            return [.closeTransport] + open(now: now)
        case .online:
            attempt = 0
            return [.closeTransport, .loggedOut] + open(now: now)
        }
    }

    /// The user does not want to wait.
    mutating func retryNow(now: Instant) -> [Action] {
        switch state {
        case .backingOff, .refused: return open(now: now)
        case .stopped, .suspended: return [.ignored("retry: not started")]
        case .resolving, .connecting, .authenticating, .online: return [.ignored("retry: nothing to retry")]
        }
    }

    // MARK: The transport

    /// The name is being looked up.
    mutating func transportResolving() -> [Action] {
        switch state {
        case .resolving: return [.report(publicState)]
        case .connecting(let until):
            state = .resolving(until: until)
            return [.report(publicState)]
        case .stopped, .suspended, .authenticating, .online, .backingOff, .refused:
            return [.ignored("resolving: no transport is being opened")]
        }
    }

    /// The stream is being opened.
    mutating func transportConnecting() -> [Action] {
        switch state {
        case .resolving(let until):
            state = .connecting(until: until)
            return [.report(publicState)]
        case .connecting: return [.ignored("connecting: told already")]
        case .stopped, .suspended, .authenticating, .online, .backingOff, .refused:
            return [.ignored("connecting: no transport is being opened")]
        }
    }

    /// The stream is open.
    mutating func transportConnected(now: Instant) -> [Action] {
        switch state {
        case .resolving, .connecting:
            state = .authenticating(until: now.advanced(by: timing.authenticationTimeout))
            return [.report(publicState), .sendToken]
        case .authenticating, .online: return [.ignored("connected: told already")]
        case .stopped, .suspended, .backingOff, .refused: return [.ignored("connected: no transport is being opened")]
        }
    }

    /// The stream is over; `nil` after an orderly end.
    mutating func transportClosed(_ error: TransportError?, now: Instant, jitter: Double) -> [Action] {
        let reason = error.map(ConnectionFailure.transport) ?? .closedByServer
        switch state {
        case .resolving, .connecting, .authenticating, .online: return fail(reason, now: now, jitter: jitter)
        case .stopped, .suspended, .backingOff, .refused: return [.ignored("closed: no transport is open")]
        }
    }

    // MARK: Frames

    /// A whole frame came.
    mutating func received(_ body: FrameBody, now: Instant, jitter: Double) -> [Action] {
        switch (state, body) {
        case (.stopped, _), (.suspended, _), (.resolving, _), (.connecting, _), (.backingOff, _), (.refused, _):
            return [.ignored("frame: no transport is open")]
        case (.authenticating, .authStatus(0)):
            refusals = 0
            state = .online(Online(since: now, lastSent: now, lastReceived: now))
            // The room is entered before an observer of the state can say anything in it.
            return [.loggedIn, .report(publicState)]
        case (.authenticating, .authStatus), (.online, .authStatus(1...)), (.online, .authStatus(..<0)):
            return refuse(now: now, jitter: jitter)
        case (.authenticating, _):
            return [.ignored("frame: before the answer to the token")]
        case (.online(var online), _):
            online.lastReceived = now
            online.probeAt = nil
            online.answerUntil = nil
            state = .online(online)
            switch body {
            case .pong: return []
            case .authStatus: return [.ignored("authentication: answered already")]
            default: return [.deliver]
            }
        }
    }

    /// A frame of ours went out; `expectsAnswer` for messages that the server acknowledges.
    mutating func sent(expectsAnswer: Bool, now: Instant) {
        guard case .online(var online) = state else { return }
        online.lastSent = now
        if expectsAnswer, online.probeAt == nil, online.answerUntil == nil {
            online.probeAt = now.advanced(by: timing.probeDelay)
        }
        state = .online(online)
    }

    /// Asks for a sign of life, unless one is being waited for.
    mutating func probe(now: Instant) -> [Action] {
        switch state {
        case .online(var online):
            guard online.answerUntil == nil else { return [.ignored("probe: under way")] }
            online.probeAt = nil
            online.lastSent = now
            online.answerUntil = now.advanced(by: timing.heartbeatTimeout)
            state = .online(online)
            return [.sendPing]
        case .stopped, .suspended, .resolving, .connecting, .authenticating, .backingOff, .refused:
            return [.ignored("probe: not logged in")]
        }
    }

    /// When the last frame of this login came.
    var lastReceived: Instant? {
        if case .online(let online) = state { online.lastReceived } else { nil }
    }

    /// The other side broke the protocol; the fault in words.
    mutating func violated(_ reason: String, now: Instant, jitter: Double) -> [Action] {
        switch state {
        case .resolving, .connecting, .authenticating, .online:
            return fail(.protocolViolation(reason), now: now, jitter: jitter)
        case .stopped, .suspended, .backingOff, .refused: return [.ignored("violation: no transport is open")]
        }
    }

    // MARK: Time

    /// The deadline may have passed; harmless if it has not.
    mutating func deadlineReached(now: Instant, jitter: Double) -> [Action] {
        guard let deadline, deadline <= now else { return [] }
        switch state {
        case .stopped, .suspended: return []
        case .resolving, .connecting: return fail(.connectTimedOut, now: now, jitter: jitter)
        case .authenticating: return fail(.authenticationTimedOut, now: now, jitter: jitter)
        case .backingOff, .refused: return open(now: now)
        case .online(let online):
            if online.answerUntil != nil { return fail(.heartbeatTimedOut, now: now, jitter: jitter) }
            return probe(now: now)
        }
    }

    // MARK: Transitions

    /// The server wants to hear of us, and we of it: what is sent into a dead link is no sign of life.
    private func pingDue(_ online: Online) -> Instant {
        min(online.lastSent, online.lastReceived).advanced(by: timing.heartbeatInterval)
    }

    private mutating func open(now: Instant) -> [Action] {
        state = .resolving(until: now.advanced(by: timing.connectTimeout))
        return [.report(publicState), .openTransport]
    }

    /// Leaves whatever is on by our own will.
    private mutating func leave(to next: State) -> [Action] {
        let old = state
        state = next
        switch old {
        case .stopped: return old == next ? [.ignored("stop: already stopped")] : [.report(publicState)]
        case .suspended, .backingOff, .refused: return [.report(publicState)]
        case .resolving, .connecting, .authenticating: return [.closeTransport, .report(publicState)]
        case .online: return [.closeTransport, .loggedOut, .report(publicState)]
        }
    }

    private mutating func fail(_ reason: ConnectionFailure, now: Instant, jitter: Double) -> [Action] {
        var actions: [Action] = [.closeTransport]
        if case .online(let online) = state {
            if now.since(online.since) >= timing.stableAfter { attempt = 0 }
            actions.append(.loggedOut)
        }
        let window = min(timing.backOffCap, timing.backOffBase << Int64(min(attempt, 20)))
        attempt += 1
        let delay = max(timing.backOffFloor, Int64(Double(window) * jitter))
        state = .backingOff(until: now.advanced(by: delay), reason)
        return actions + [.report(publicState)]
    }

    private mutating func refuse(now: Instant, jitter: Double) -> [Action] {
        var actions: [Action] = [.closeTransport]
        if case .online = state { actions.append(.loggedOut) }
        let window = min(timing.authenticationRetry * 10, timing.authenticationRetry << Int64(min(refusals, 20)))
        refusals += 1
        state = .refused(until: now.advanced(by: window / 2 + Int64(Double(window) / 2 * jitter)))
        return actions + [.report(publicState)]
    }
}
