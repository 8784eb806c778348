import IMModel
import IMService
import MessageFlow

/// The provider of an engine's sessions: the engine's store as long as it is open.
final class EngineMessageProvider: SessionMessageProvider {
    private weak var engine: GoBelieveEngine?

    init(engine: GoBelieveEngine) { self.engine = engine }

    func messages(
        in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void
    ) {
        guard let engine, let store = engine.store else { return completion(.failure(.offline)) }
        let provider = StoreMessageProvider(store: store) { [weak engine] in engine?.refresh($0) ?? $0 }
        provider.messages(in: session, anchor: anchor, direction: direction, limit: limit) { [weak engine] result in
            guard case .success(var page) = result, let engine, page.isFirst, let first = page.messages.first,
                engine.mayMissHistory(session), !page.gaps.contains(where: { $0.before == first.id })
            else { return completion(result) }
            page.gaps.append(
                HistoryGap(
                    id: Self.queueGap, before: first.id,
                    kind: .missing(fillsByItself: engine.configuration.history == .all)))
            completion(.success(page))
        }
    }

    func fill(
        _ gap: HistoryGap, in session: SessionID, completion: @escaping (Result<Bool, ProviderError>) -> Void
    ) {
        guard let engine, engine.store != nil else { return completion(.failure(.offline)) }
        // Of a super group the server tells the end of its queue only: a hole in it stays.
        guard gap.id == Self.queueGap || engine.mayMissHistory(session) else { return completion(.success(false)) }
        engine.readHistory(completion: completion)
    }

    /// The name of what lies before a session's first message, on the server.
    private static let queueGap = "queue"
}
