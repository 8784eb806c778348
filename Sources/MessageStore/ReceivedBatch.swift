package import IMModel

/// What came in together and is committed together with the sync key that stands for it.
package struct ReceivedBatch: Sendable, Hashable {
    /// One thing that came in.
    package enum Item: Sendable, Hashable {
        /// A message with an id of `MessageStore.nextLocalID`. Not counted as unread: own ones, and old ones (`isHistory`:
        /// the first sync of a store, history pages). `order` 0 means: in the order of arrival.
        case message(Message, isHistory: Bool)
        /// An effect on another message.
        case effect(MessageEffect)
        /// A change of a group.
        case group(GroupEffect)
        /// The server has put an own message here, between the items around; `order` is a new local id as a number.
        case ownPlace(MessageID, order: Int64)
        /// Messages may be missing between what the session has and its next message of this batch.
        case gap(SessionID)
    }

    /// In the order of arrival.
    package var items: [Item]
    /// The keys that are true once the items are kept. 0 for a queue that is to be followed from now on; it takes no key
    /// away.
    package var syncKeys: [SyncQueue: Int64]
    /// Set where the messages are old and belong among what the store has.
    package var history: HistorySpan?

    /// Makes a batch.
    package init(items: [Item] = [], syncKeys: [SyncQueue: Int64] = [:], history: HistorySpan? = nil) {
        self.items = items
        self.syncKeys = syncKeys
        self.history = history
    }

    /// The bytes of its messages' contents.
    var textSize: Int {
        items.reduce(0) { sum, item in
            if case .message(let message, _) = item { sum + message.rawContent.utf8.count } else { sum }
        }
    }
}
