import IMModel

/// What can happen to the loaded window; all of it goes through one `ChangeQueue`.
enum WindowOperation {
    /// Messages came in.
    case insert([Message])
    /// Messages changed.
    case update([Message])
    /// Messages are gone.
    case delete([MessageID])
    /// The window is this now.
    case replaceAll([Message])
    /// Rows at one end are dropped.
    case drop(Int, fromFront: Bool)
    /// A page for one end arrived.
    case page(token: UInt64, end: WindowEnd, MessagePage)
    /// The page of a jump arrived.
    case jump(token: UInt64, MessagePage)
    /// The page around a gap that was filled, or around the reader's place, arrived.
    case reload(token: UInt64, around: MessageID, MessagePage)
}

/// The two ends of the window.
enum WindowEnd {
    case older
    case newer
}

/// What is known of fetching at one end beside the state of the request.
struct PageEnd {
    /// The farthest message that the pages brought, also one without a row: the next anchor.
    var edge: Message?
    /// How many rows to go inwards from the end for an anchor, since the outer ones are unknown to the provider.
    var skip = 0
    /// Whether a page was ever taken in.
    var isTouched = false
    /// How many messages to ask for, where another number than a page's is wanted.
    var limit: Int?
    /// The time-out, or the delay before the next try.
    var timer: FlowTimer?

    mutating func stopTimer(_ scheduler: any FlowScheduling) {
        if let timer { scheduler.cancel(timer) }
        timer = nil
    }

    mutating func forget(_ scheduler: any FlowScheduling) {
        stopTimer(scheduler)
        edge = nil
        skip = 0
    }
}
