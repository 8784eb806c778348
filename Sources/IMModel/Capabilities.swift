/// What a session can do, asked of the session and never inferred from the engine's name.
public struct Capabilities: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt32

    /// Wraps the bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Messages can be written.
    public static let send = Capabilities(rawValue: 1 << 0)
    /// A failed message can be sent again.
    public static let resend = Capabilities(rawValue: 1 << 1)
    /// Messages can be forwarded to other sessions.
    public static let forward = Capabilities(rawValue: 1 << 2)
    /// Own messages can be taken back.
    public static let revoke = Capabilities(rawValue: 1 << 3)
    /// Messages can be kept in a collection of the user's.
    public static let save = Capabilities(rawValue: 1 << 4)
    /// Messages can be deleted here.
    public static let delete = Capabilities(rawValue: 1 << 5)
    /// A message can quote another.
    public static let reply = Capabilities(rawValue: 1 << 6)
    /// History can be paged from the server, beyond the local store.
    public static let serverHistory = Capabilities(rawValue: 1 << 7)
    /// The other side's reading is told.
    public static let readReceipts = Capabilities(rawValue: 1 << 8)
    /// Typing is told.
    public static let typing = Capabilities(rawValue: 1 << 9)
    /// Members can be mentioned.
    public static let mentions = Capabilities(rawValue: 1 << 10)
    /// Own messages are kept in a local store, so that they survive a restart.
    public static let localHistory = Capabilities(rawValue: 1 << 11)
}
