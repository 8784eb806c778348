/// How a message fared that was written in a user's name.
package enum PostOutcome: Sendable, Hashable {
    /// Stored, or delivered where nothing is stored.
    case done
    /// An id that cannot be, a text too large, or no such group: nothing happened.
    case refused
    /// The storage failed: nothing was stored.
    case failed
}
