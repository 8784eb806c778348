/// A SYNC or SYNC_GROUP that waits for its turn.
enum SyncRequest: Hashable {
    /// The user's own queue, from a key on.
    case own(Int64)
    /// A super group's queue, from a key on.
    case group(Int64, key: Int64)

    /// Whether both ask for the same queue: the later one then stands for both.
    func asksForSame(as other: SyncRequest) -> Bool {
        switch (self, other) {
        case (.own, .own): true
        case (.group(let a, _), .group(let b, _)): a == b
        case (.own, .group), (.group, .own): false
        }
    }
}
