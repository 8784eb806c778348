import EventLoop
import IMWire

/// One call to the directory: a connection, a request, an answer.
final class DirectoryExchange {
    var number = 0

    private let call: DirectoryCall
    private let request: HTTPMessage
    private var completion: ((Result<DirectoryAnswer, DirectoryError>) -> Void)?
    private var decoder = HTTPDecoder(bodyLimit: 4 << 20)
    private var transport: (any Transport)?
    private var scheduler: (any Scheduling)?
    private var timer: TimerID?

    init(
        call: DirectoryCall, request: HTTPMessage,
        completion: @escaping (Result<DirectoryAnswer, DirectoryError>) -> Void
    ) {
        self.call = call
        self.request = request
        self.completion = completion
    }

    func start(on transport: any Transport, scheduler: any Scheduling, timeout: Int64) {
        self.transport = transport
        self.scheduler = scheduler
        timer = scheduler.schedule(after: timeout) { [weak self] in self?.finish(.failure(.timedOut)) }
        transport.onEvent = { [weak self] in self?.handle($0) }
    }

    /// Ends the call once; later ends are ignored.
    func finish(_ result: Result<DirectoryAnswer, DirectoryError>) {
        guard let completion else { return }
        self.completion = nil
        if let timer { scheduler?.cancel(timer) }
        transport?.close()
        completion(result)
    }

    private func handle(_ event: TransportEvent) {
        switch event {
        case .resolving, .connecting, .drained: break
        case .connected: transport?.send(request.bytes)
        case .received(let bytes):
            decoder.append(bytes)
            do throws(HTTPError) {
                guard let response = try decoder.next() else { return }
                let answer = DirectoryAnswer.parse(response, to: call)
                if case .refused(let status, let message) = answer {
                    finish(.failure(.refused(status, message)))
                } else {
                    finish(.success(answer))
                }
            } catch {
                finish(.failure(.malformedAnswer))
            }
        case .closed(let error): finish(.failure(.unreachable(error)))
        }
    }
}
