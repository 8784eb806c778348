/// Asking for pages at one end of the window: one request at a time, retries with growing delays, late and doubled
/// answers named. Pure: tokens and outcomes come in, what to do goes out.
struct PageFetch {
    /// How an answer turned out.
    enum Outcome: Equatable {
        /// The page brought something; `isLast` if nothing lies beyond.
        case progress(isLast: Bool)
        /// The page was empty, or brought only what is there, and is not the last.
        case noProgress
        /// No page.
        case failure(ProviderError)
    }

    /// What is to be done after an input.
    enum Action: Equatable {
        /// Nothing.
        case none
        /// The answer was late or a double: ignore its page too.
        case ignore
        /// Ask again after a delay, with this token.
        case retry(afterMilliseconds: Int64)
    }

    private enum State: Equatable {
        case idle
        case waiting(token: UInt64, attempt: Int)
        case backingOff(ProviderError?, attempt: Int, delay: Int64)
        case failed(ProviderError)
        case complete
    }

    /// Tries before it waits for the user.
    static let maximumAttempts = 6
    private var state = State.idle

    /// How it stands, for the host.
    var status: LoadStatus {
        switch state {
        case .idle: .idle
        case .waiting: .loading
        case .backingOff(nil, _, _): .loading
        case .backingOff(let error?, let attempt, let delay): .retrying(error, attempt: attempt, inMilliseconds: delay)
        case .failed(let error): .failed(error)
        case .complete: .complete
        }
    }

    /// Whether a request is on its way.
    var isWaiting: Bool { if case .waiting = state { true } else { false } }
    /// Failed tries since the last success.
    var attempt: Int {
        switch state {
        case .waiting(_, let attempt), .backingOff(_, let attempt, _): attempt
        case .idle, .failed, .complete: 0
        }
    }

    /// Begins a request if none is on its way, waiting or given up.
    mutating func ask(token: UInt64) -> Bool {
        guard case .idle = state else { return false }
        state = .waiting(token: token, attempt: 0)
        return true
    }

    /// Whether an answer with this token is the one waited for.
    func expects(_ token: UInt64) -> Bool {
        if case .waiting(token, _) = state { true } else { false }
    }

    /// Takes an answer, or the passing of the time-out as `failure(.timedOut)`.
    mutating func answered(token: UInt64, _ outcome: Outcome) -> Action {
        guard case .waiting(token, let attempt) = state else { return .ignore }
        switch outcome {
        case .progress(let isLast):
            state = isLast ? .complete : .idle
            return .none
        case .noProgress:
            return retry(nil, attempt: attempt + 1, delay: attempt < 2 ? 0 : Self.delay(attempt - 1))
        case .failure(.cancelled):
            state = .failed(.cancelled)
            return .none
        case .failure(.unknownAnchor):
            return retry(.unknownAnchor, attempt: max(attempt + 1, Self.maximumAttempts - 3), delay: 0)
        case .failure(let error):
            return retry(error, attempt: attempt + 1, delay: Self.delay(attempt + 1))
        }
    }

    /// The delay is over: the next try begins.
    mutating func retryDue(token: UInt64) -> Bool {
        guard case .backingOff(_, let attempt, _) = state else { return false }
        state = .waiting(token: token, attempt: attempt)
        return true
    }

    /// The user wants the next try now.
    mutating func retryNow(token: UInt64) -> Bool {
        switch state {
        case .backingOff, .failed:
            state = .waiting(token: token, attempt: 0)
            return true
        case .idle, .waiting, .complete: return false
        }
    }

    /// Forgets everything: the window is another one.
    mutating func reset(isComplete: Bool) { state = isComplete ? .complete : .idle }

    private mutating func retry(_ error: ProviderError?, attempt: Int, delay: Int64) -> Action {
        guard attempt < Self.maximumAttempts else {
            state = .failed(error ?? .failed("pages without messages"))
            return .none
        }
        state = .backingOff(error, attempt: attempt, delay: delay)
        return .retry(afterMilliseconds: delay)
    }

    private static func delay(_ attempt: Int) -> Int64 { min(30_000, 1000 << Int64(max(0, attempt - 1))) }
}
