package import IMModel

/// Which way a page goes from its anchor.
package enum StorePageDirection: Sendable, Hashable {
    /// Before the anchor; without one, the last messages.
    case older
    /// After the anchor; without one, the first messages.
    case newer
    /// Both sides and the anchor itself; without one, as `older`.
    case around
}

/// A page of a session.
package struct StorePage: Sendable, Hashable {
    /// The messages, oldest first.
    package var messages: [Message]
    /// Whether older ones lie before the page.
    package var hasOlder: Bool
    /// Whether newer ones lie after the page.
    package var hasNewer: Bool
    /// What is known to be missing right above messages of the page, the newest gap first.
    package var gaps: [StoreGap] = []
}
