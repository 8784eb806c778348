import IMModel

extension Message {
    /// Whether it is of those that a session's unread count means: somebody else's, not a notice about the group, not
    /// call signalling, not taken back.
    var countsAsUnread: Bool {
        guard !isOutgoing, state == .incoming else { return false }
        switch type {
        case .control, .revoked, .notification, .call: return false
        default: return true
        }
    }
}
