import IMModel
import MessageFlow
import MessageStore

/// A session's messages from the local store. The server keeps no pages for rooms, and everything that it keeps of other
/// sessions has been synchronised into the store, so this is all there is.
final class StoreMessageProvider: SessionMessageProvider {
    private let store: MessageStore
    private let refresh: (Message) -> Message

    /// - Parameter refresh: fills in what is known now (names).
    init(store: MessageStore, refresh: @escaping (Message) -> Message) {
        self.store = store
        self.refresh = refresh
    }

    func messages(
        in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void
    ) {
        let way: StorePageDirection =
            switch direction {
            case .older: .older
            case .newer: .newer
            case .around: .around
            }
        let refresh = refresh
        store.page(session, anchor: anchor?.id, direction: way, limit: limit) { result in
            switch result {
            case .success(let page):
                let isLast = direction == .older ? !page.hasOlder : !page.hasNewer
                completion(
                    .success(
                        MessagePage(
                            messages: page.messages.map(refresh), isLast: isLast, isFirst: !page.hasOlder,
                            isLocalOnly: session.kind == .room,
                            gaps: Self.gaps(page.gaps))))
            case .failure(.unknownMessage): completion(.failure(.unknownAnchor))
            case .failure(let error): completion(.failure(.failed(StoreTrouble.words(error))))
            }
        }
    }

    /// One for each message: what can still be had comes first.
    private static func gaps(_ found: [StoreGap]) -> [HistoryGap] {
        var seen: Set<MessageID> = []
        return found.sorted { $0.kind.rawValue < $1.kind.rawValue }.filter { seen.insert($0.before).inserted }.map {
            gap in
            HistoryGap(
                id: String(gap.key), before: gap.before,
                kind: gap.kind == .removed ? .removed : .missing(fillsByItself: true))
        }
    }
}
