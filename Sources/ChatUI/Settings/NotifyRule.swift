/// What of a session is worth a notification.
package enum NotifyRule: String, Sendable, Hashable, CaseIterable {
    /// Every message.
    case all
    /// Mentions of the user, and what was said to the user alone.
    case mentions
    /// Nothing.
    case none
}
