import IMModel

/// What a job changed about a session; summed up and written once.
struct SessionChange {
    /// To add to the unread count.
    var unread = 0
    /// To add to the mention count.
    var mentions = 0
    /// The newest message that the job added.
    var newest: Newest?
    /// Whether the last message changed or went, so that the preview must be made anew.
    var previewIsStale = false

    /// Whether something else changed that `finishSessions` need only answer.
    var isTouched = false

    /// The session's last message.
    struct Newest {
        let order: Int64
        let id: Int64
        let timestamp: Int64
        let message: Message
    }

    /// Keeps the later one.
    mutating func offer(_ candidate: Newest) {
        if let newest, (newest.order, newest.id) > (candidate.order, candidate.id) { return }
        newest = candidate
    }
}
