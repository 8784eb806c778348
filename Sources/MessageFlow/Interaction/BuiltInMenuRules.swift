public import IMModel

/// Which of the built-in menu entries fit a message: the session must be capable of them and the state must allow them.
public struct BuiltInMenuRules: Sendable {
    /// Milliseconds after which an own message can not be taken back any more.
    public static let revokeWindow: Int64 = 120_000

    /// What the session can do.
    public var capabilities: Capabilities
    /// Milliseconds since 1970; `nil` where nobody knows, and then nothing can be taken back.
    public var now: Int64?

    /// Makes the rules of a moment.
    public init(capabilities: Capabilities, now: Int64?) {
        self.capabilities = capabilities
        self.now = now
    }

    /// The entries for a message, in the order of the menu.
    public func entries(for message: Message) -> [BuiltInMenuEntry] {
        [.reply, .quote, .copy, .copyLink, .open, .save, .forward, .resend, .revoke, .delete, .details]
            .filter { allows($0, message) }
    }

    /// Whether one entry fits a message.
    public func allows(_ entry: BuiltInMenuEntry, _ message: Message) -> Bool {
        switch entry {
        case .reply:
            capabilities.isSuperset(of: [.reply, .send]) && isContent(message) && message.originID != nil
                && hasArrived(message)
        case .quote: capabilities.contains(.send) && isContent(message) && text(message) != nil
        case .copy: text(message) != nil
        case .copyLink, .open: !MessageTexts.links(message.content).isEmpty
        case .save: capabilities.contains(.save) && isContent(message)
        case .forward: capabilities.contains(.forward) && isContent(message)
        case .resend: capabilities.contains(.resend) && message.isOutgoing && isFailed(message)
        case .revoke: refusal(ofRevoking: message) == nil
        case .delete: capabilities.contains(.delete) && message.state != .sending
        case .details: true
        }
    }

    /// Why a message cannot be taken back; `nil` if it can.
    public func refusal(ofRevoking message: Message) -> MessageActionError? {
        guard capabilities.contains(.revoke), message.isOutgoing, isContent(message), hasArrived(message),
            message.state.isOwn, message.originID != nil || message.serverID != nil
        else { return .unsupported }
        guard let now, now - message.timestamp <= Self.revokeWindow else { return .tooLate }
        return nil
    }

    private func text(_ message: Message) -> String? {
        MessageTexts.copyable(message.content).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether somebody said it: lines of the system, calls and what was taken back are nobody's words.
    private func isContent(_ message: Message) -> Bool {
        switch message.content {
        case .text, .image, .audio, .video, .file, .location, .link, .custom, .unknown: true
        case .notification, .system, .revoked, .revoke, .readMark, .tag, .call: false
        }
    }

    private func hasArrived(_ message: Message) -> Bool {
        switch message.state {
        case .incoming, .sent, .delivered, .read: true
        case .waiting, .sending, .failed: false
        }
    }

    private func isFailed(_ message: Message) -> Bool { if case .failed = message.state { true } else { false } }
}
