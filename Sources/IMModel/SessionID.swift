/// The identity of a session: account, kind, and the engine's own opaque name for the other side.
///
/// Never built from a display name: two users with one name are two sessions.
public struct SessionID: Sendable, Hashable {
    /// The account (configuration name) that the session belongs to; tells equal ids of two engines apart.
    public let account: String
    /// What kind of conversation it is.
    public let kind: SessionKind
    /// The engine's opaque id of the other side: a decimal uid or gid for GoBelieve, `APPID/UID` for customer sessions.
    public let target: String

    /// Makes the identity from its parts.
    public init(account: String, kind: SessionKind, target: String) {
        self.account = account
        self.kind = kind
        self.target = target
    }

    /// The session's address as users and scripts write it: `peer:2`, `group:7`, `system`.
    public var address: String {
        kind == .system ? kind.rawValue : "\(kind.rawValue):\(target)"
    }
}

extension SessionID: Comparable {
    /// Orders by account, kind and target; used only where a stable order is needed, never for display.
    public static func < (a: SessionID, b: SessionID) -> Bool {
        (a.account, a.kind.rawValue, a.target) < (b.account, b.kind.rawValue, b.target)
    }
}

extension SessionID: CustomStringConvertible {
    /// Account and address, for logs.
    public var description: String { "\(account)/\(address)" }
}
