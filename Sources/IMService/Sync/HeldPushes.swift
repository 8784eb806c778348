/// What comes while a sync runs: pushes, and the keys that notifies name. It is looked at once the answer is there, which
/// may hold the same messages.
struct HeldPushes {
    /// A push, or the place of an own acknowledged message (then without a message).
    struct Item {
        var position: QueuePosition?
        var message: IncomingMessage?
        /// The own message whose place this is.
        var receipt: SendReceipt?
    }

    /// So many pushes are kept; beyond it they are fetched by another sync.
    static let limit = 1_000

    private var items: [Item] = []
    /// The largest key that was named: by a notify, or by a push for which there was no room.
    private(set) var hint: Int64 = 0
    /// Something new was told since the question.
    private(set) var hasNews = false

    /// Keeps a push.
    mutating func hold(_ item: Item) {
        hasNews = hasNews || item.message != nil
        if items.count < Self.limit {
            items.append(item)
        } else {
            // The next sync brings it: its key is a hint.
            hint = max(hint, item.position?.key ?? Int64.max)
        }
    }

    /// Keeps a key that a notify names, in a queue that ends at `tail` here.
    mutating func named(_ key: Int64, tail: Int64) {
        hasNews = hasNews || key > max(tail, hint)
        hint = max(hint, key)
    }

    /// A question goes out: what was told before is no news.
    mutating func asked() { hasNews = false }

    /// Gives the pushes out.
    mutating func take() -> [Item] {
        defer { items = [] }
        return items
    }

    /// An answer that counts everything so far is there.
    mutating func forgetHint() { hint = 0 }

    /// The connection is gone.
    mutating func forget() {
        items = []
        hint = 0
    }
}
