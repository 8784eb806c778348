public import IMModel

/// What a precheck says about an action.
public enum PrecheckVerdict: Sendable, Hashable {
    /// Go on.
    case allow
    /// Stop; the reason is shown to the user (raw text, sanitised by whatever shows it).
    case refuse(String)
}

/// Asked before each of the six actions whether it may happen. Several may be registered per session; they are asked in
/// order and the first refusal ends the action before any preparation starts.
///
/// Laws: answers at once, changes nothing, is asked once per action. Every method has a default that allows.
public protocol MessageServicePrechecker: AnyObject {
    /// Whether a new message may be sent.
    func shouldSend(_ message: Message, in session: SessionID) -> PrecheckVerdict
    /// Whether a failed message may be sent again.
    func shouldResend(_ message: Message, in session: SessionID) -> PrecheckVerdict
    /// Whether a message may be forwarded to `target`.
    func shouldForward(_ message: Message, in session: SessionID, to target: SessionID) -> PrecheckVerdict
    /// Whether an own message may be taken back.
    func shouldRevoke(_ message: Message, in session: SessionID) -> PrecheckVerdict
    /// Whether a message may be kept.
    func shouldSave(_ message: Message, in session: SessionID) -> PrecheckVerdict
    /// Whether a message may be deleted here.
    func shouldDelete(_ message: Message, in session: SessionID) -> PrecheckVerdict
}

extension MessageServicePrechecker {
    /// Allows.
    public func shouldSend(_ message: Message, in session: SessionID) -> PrecheckVerdict { .allow }
    /// Allows.
    public func shouldResend(_ message: Message, in session: SessionID) -> PrecheckVerdict { .allow }
    /// Allows.
    public func shouldForward(_ message: Message, in session: SessionID, to target: SessionID) -> PrecheckVerdict {
        .allow
    }
    /// Allows.
    public func shouldRevoke(_ message: Message, in session: SessionID) -> PrecheckVerdict { .allow }
    /// Allows.
    public func shouldSave(_ message: Message, in session: SessionID) -> PrecheckVerdict { .allow }
    /// Allows.
    public func shouldDelete(_ message: Message, in session: SessionID) -> PrecheckVerdict { .allow }
}
