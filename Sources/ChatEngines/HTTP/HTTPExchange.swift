import EventLoop

/// One page asked for: tries with growing delays between them, each with its time-out on the loop's clock. Ends once.
final class HTTPExchange {
    private enum State {
        case idle
        case trying(count: Int, call: AnyObject, timer: TimerID)
        case waiting(count: Int, timer: TimerID)
        case ended
    }

    private let request: HTTPRequest
    private let configuration: HTTPProviderConfiguration
    private let fetcher: any HTTPFetching
    private let scheduler: any Scheduling
    private let completion: (Result<HTTPAnswer, HTTPProviderError>) -> Void
    private var state = State.idle

    init(
        _ request: HTTPRequest, configuration: HTTPProviderConfiguration, fetcher: any HTTPFetching,
        scheduler: any Scheduling, completion: @escaping (Result<HTTPAnswer, HTTPProviderError>) -> Void
    ) {
        self.request = request
        self.configuration = configuration
        self.fetcher = fetcher
        self.scheduler = scheduler
        self.completion = completion
    }

    deinit { stop() }

    /// Begins the first try.
    func start() { attempt(1) }

    /// Ends it without an answer.
    func cancel() { end(.failure(.cancelled)) }

    private func attempt(_ count: Int) {
        let call: AnyObject
        do throws(HTTPProviderError) {
            call = try fetcher.fetch(request) { [weak self] in self?.answered($0, count) }
        } catch {
            return end(.failure(error))
        }
        let timer = scheduler.schedule(after: configuration.timeout) { [weak self] in
            self?.answered(.failure(.timedOut), count)
        }
        state = .trying(count: count, call: call, timer: timer)
    }

    private func answered(_ result: Result<HTTPAnswer, HTTPProviderError>, _ count: Int) {
        guard case .trying(count, _, _) = state else { return }
        let result = result.flatMap(Self.checked)
        stop()
        guard case .failure(let error) = result, error.isTemporary,
            let delay = configuration.delay(afterTry: count)
        else { return end(result) }
        let timer = scheduler.schedule(after: delay) { [weak self] in self?.attempt(count + 1) }
        state = .waiting(count: count, timer: timer)
    }

    private func end(_ result: Result<HTTPAnswer, HTTPProviderError>) {
        if case .ended = state { return }
        stop()
        state = .ended
        completion(result)
    }

    private func stop() {
        switch state {
        case .trying(_, _, let timer), .waiting(_, let timer): scheduler.cancel(timer)
        case .idle, .ended: break
        }
        state = .idle
    }

    /// Only 200–299 is an answer; servers put their words at `meta.message`, `message` or `error`.
    private static func checked(_ answer: HTTPAnswer) -> Result<HTTPAnswer, HTTPProviderError> {
        switch answer.status {
        case 200..<300: return .success(answer)
        case 300..<400: return .failure(.redirected(answer.status))
        default:
            let value = answer.body.count <= 65_536 ? JSONReader.value(answer.body) : nil
            let words = [JSONPath("meta.message"), "message", "error"].lazy.compactMap { value?[$0].text }.first
            return .failure(.status(answer.status, String((words ?? "").prefix(200))))
        }
    }
}
