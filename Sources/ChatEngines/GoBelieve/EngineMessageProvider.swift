import IMModel
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
        StoreMessageProvider(store: store) { [weak engine] in engine?.refresh($0) ?? $0 }
            .messages(in: session, anchor: anchor, direction: direction, limit: limit, completion: completion)
    }
}
