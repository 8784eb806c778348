import IMModel

/// What each kind of session can do on this engine.
enum GoBelieveCapabilities {
    static func of(_ kind: SessionKind) -> Capabilities {
        switch kind {
        case .peer:
            [.send, .resend, .forward, .revoke, .save, .delete, .reply, .typing, .readReceipts, .localHistory]
        case .group:
            [.send, .resend, .forward, .revoke, .save, .delete, .reply, .mentions, .localHistory]
        case .room:
            [.send, .resend, .forward, .save, .delete, .reply, .localHistory]
        case .customer:
            [.send, .resend, .forward, .save, .delete, .reply, .localHistory]
        case .system:
            [.forward, .save, .delete, .localHistory]
        }
    }
}
