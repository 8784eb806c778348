import IMModel

/// What is worth a ring or a notification, and what one shows.
package struct NotificationSettings: Sendable, Hashable {
    /// Whether the terminal rings.
    package var rings = true
    /// Whether the desktop is told.
    package var tellsDesktop = true
    /// Whether a notification shows what was written.
    package var showsText = false
    /// The rule for sessions without one of their own.
    package var rule = NotifyRule.mentions
    /// The rules of single sessions, by address.
    package var sessions: [String: NotifyRule] = [:]

    /// The defaults.
    package init() {}

    /// Whether a session as it is now holds news beside what it was.
    func isNews(_ session: Session, before: Session?) -> Bool {
        let hasMention = session.mentionCount > before?.mentionCount ?? 0
        let hasUnread = session.unreadCount > before?.unreadCount ?? 0
        let own = sessions[session.id.address]
        switch own ?? rule {
        case .none: return false
        // A muted session tells of mentions only, unless it has a rule of its own.
        case .all: return hasMention || (hasUnread && (own != nil || !session.isMuted))
        case .mentions:
            let isForMeAlone = session.id.kind == .peer || session.id.kind == .customer
            return hasMention || (hasUnread && isForMeAlone && !session.isMuted)
        }
    }
}
