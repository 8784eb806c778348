public import IMModel
public import MessageFlow
import MessageStore

extension GoBelieveEngine {
    /// The bundle of a session whose history comes from elsewhere, over HTTP say, while everything else stays with this
    /// engine: it sends over TCP, and messages that it has itself stand in the pages as its own, with their ids, so that
    /// none is shown twice.
    public func interaction(for session: SessionID, history: any SessionMessageProvider) -> SessionInteraction {
        var bundle = interaction(for: session)
        bundle.provider = KnownMessageProvider(engine: self, history: history)
        return bundle
    }
}

/// Pages of another source in which messages that the engine's store has (by origin id) are the store's.
final class KnownMessageProvider: SessionMessageProvider {
    private weak var engine: GoBelieveEngine?
    private let history: any SessionMessageProvider

    init(engine: GoBelieveEngine, history: any SessionMessageProvider) {
        self.engine = engine
        self.history = history
    }

    func fill(
        _ gap: HistoryGap, in session: SessionID, completion: @escaping (Result<Bool, ProviderError>) -> Void
    ) { history.fill(gap, in: session, completion: completion) }

    func messages(
        in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void
    ) {
        history.messages(in: session, anchor: anchor, direction: direction, limit: limit) { [weak engine] result in
            guard case .success(let page) = result, let engine, let store = engine.store else {
                return completion(result)
            }
            Self.replace(page, in: session, store: store, engine: engine, completion: completion)
        }
    }

    private static func replace(
        _ page: MessagePage, in session: SessionID, store: MessageStore, engine: GoBelieveEngine,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void
    ) {
        var known = page
        var waiting = 1
        func settle() {
            waiting -= 1
            guard waiting == 0 else { return }
            known.messages.sort { $0.order < $1.order }
            completion(.success(known))
        }
        for (index, message) in page.messages.enumerated() {
            guard let originID = message.originID else { continue }
            waiting += 1
            store.message(originID: originID, in: session) { [weak engine] result in
                if case .success(let found?) = result {
                    var own = engine?.refresh(found) ?? found
                    // What the source pages on from.
                    own.anchor = message.anchor
                    known.messages[index] = own
                } else if let engine {
                    known.messages[index] = engine.refresh(message)
                }
                settle()
            }
        }
        settle()
    }
}
