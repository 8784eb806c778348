@testable import ChatEngines

/// Answers GETs when a test says so.
final class ScriptedFetcher: HTTPFetching {
    final class Call {
        let request: HTTPRequest
        let completion: (Result<HTTPAnswer, HTTPProviderError>) -> Void
        private let onRelease: () -> Void

        init(
            _ request: HTTPRequest, _ completion: @escaping (Result<HTTPAnswer, HTTPProviderError>) -> Void,
            onRelease: @escaping () -> Void
        ) {
            self.request = request
            self.completion = completion
            self.onRelease = onRelease
        }

        deinit { onRelease() }
    }

    private final class WeakCall { weak var call: Call? }

    private var calls: [WeakCall] = []
    private(set) var requests: [HTTPRequest] = []
    private(set) var releasedCount = 0
    var refusal: HTTPProviderError?

    var isWaiting: Bool { calls.last?.call != nil }

    func fetch(
        _ request: HTTPRequest, completion: @escaping (Result<HTTPAnswer, HTTPProviderError>) -> Void
    ) throws(HTTPProviderError) -> AnyObject {
        requests.append(request)
        if let refusal { throw refusal }
        let call = Call(request, completion) { [weak self] in self?.releasedCount += 1 }
        let entry = WeakCall()
        entry.call = call
        calls.append(entry)
        return call
    }

    func answer(_ status: Int, _ body: String = "") {
        answer(.success(HTTPAnswer(status: status, body: Array(body.utf8))))
    }

    func answer(_ result: Result<HTTPAnswer, HTTPProviderError>) {
        guard let call = calls.last?.call else { return }
        call.completion(result)
    }
}
