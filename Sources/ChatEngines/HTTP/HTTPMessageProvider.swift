public import EventLoop
public import IMModel
public import MessageFlow

/// The history of sessions over HTTP and JSON, while sending stays where it is: put it into a `SessionInteraction`
/// beside an engine's service, or let `GoBelieveEngine.interaction(for:history:)` do so.
///
/// Each page is a process of the `curl` program that lives for one answer; unused, the provider costs nothing. Letting
/// go of it cancels what is under way.
public final class HTTPMessageProvider: SessionMessageProvider {
    /// How the source is asked; another value counts for pages that are asked for later.
    public var configuration: HTTPProviderConfiguration
    /// Why the last page could not be had, more exactly than message flows are told; `nil` after a success.
    public private(set) var lastError: HTTPProviderError?

    private let scheduler: any Scheduling
    private let makeFetcher: (String) -> any HTTPFetching
    private var running: [UInt64: (session: SessionID, exchange: HTTPExchange)] = [:]
    private var lastNumber: UInt64 = 0

    /// Makes a provider on a loop; nothing happens before the first page is asked for.
    public convenience init(_ configuration: HTTPProviderConfiguration, loop: EventLoop) {
        self.init(configuration, scheduler: loop) { CurlFetcher(loop: loop, program: $0) }
    }

    /// Makes a provider with its edges given.
    init(
        _ configuration: HTTPProviderConfiguration, scheduler: any Scheduling,
        makeFetcher: @escaping (_ program: String) -> any HTTPFetching
    ) {
        self.configuration = configuration
        self.scheduler = scheduler
        self.makeFetcher = makeFetcher
    }

    deinit { cancelAll() }

    /// Pages under way.
    public var runningCount: Int { running.count }

    /// Cancels a session's pages under way.
    public func cancel(_ session: SessionID) {
        for (_, run) in running.sorted(by: { $0.key < $1.key }) where run.session == session { run.exchange.cancel() }
    }

    /// Cancels all pages under way.
    public func cancelAll() {
        for (_, run) in running.sorted(by: { $0.key < $1.key }) { run.exchange.cancel() }
    }

    /// Fetches a page. What the source cannot tell is answered as `unknownAnchor`, older pages that it does not have
    /// as an empty last page.
    public func messages(
        in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void
    ) {
        let configuration = configuration
        guard let call = configuration.call(direction, hasAnchor: anchor != nil) else {
            if direction == .older { return completion(.success(MessagePage(messages: [], isLast: true))) }
            return completion(.failure(.unknownAnchor))
        }
        let anchorValue = anchor.flatMap(configuration.value(of:))
        if call.url.contains(.anchor), anchor != nil, anchorValue == nil { return completion(.failure(.unknownAnchor)) }
        let limit = max(1, limit)
        let request = HTTPRequest(
            url: call.url.filled([
                .account: session.account, .kind: session.kind.rawValue, .target: session.target,
                .anchor: anchorValue ?? "", .limit: String(limit), .direction: Self.word(direction),
            ]),
            headers: configuration.headers, maximumBytes: max(0, configuration.maximumBytes),
            timeout: configuration.timeout)
        let cut = HTTPPageCut(anchor: anchor, direction: direction, limit: limit, answer: call.answer)
        lastNumber += 1
        let number = lastNumber
        let exchange = HTTPExchange(
            request, configuration: configuration, fetcher: makeFetcher(configuration.program), scheduler: scheduler
        ) { [weak self] result in
            let page = result.flatMap { Self.page($0, configuration, session, cut) }
            if let self {
                running[number] = nil
                if case .failure(let error) = page { lastError = error } else { lastError = nil }
            }
            completion(
                page.mapError(\.providerError).flatMap { $0.map(Result.success) ?? .failure(.unknownAnchor) })
        }
        running[number] = (session, exchange)
        exchange.start()
    }

    private static func word(_ direction: PageDirection) -> String {
        switch direction {
        case .older: "older"
        case .newer: "newer"
        case .around: "around"
        }
    }

    /// `nil` in a success: the anchor is not in the answer.
    private static func page(
        _ answer: HTTPAnswer, _ configuration: HTTPProviderConfiguration, _ session: SessionID, _ cut: HTTPPageCut
    ) -> Result<MessagePage?, HTTPProviderError> {
        guard let value = JSONReader.value(answer.body) else { return .failure(.malformed) }
        guard let found = configuration.mapping.read(value, session: session, me: configuration.me) else {
            return .failure(.unexpectedShape)
        }
        return .success(cut.page(found.messages, elements: found.elements, hasMore: found.hasMore))
    }
}
