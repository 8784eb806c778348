/// Limits of a loop's transports.
public struct EventLoopConfiguration: Sendable, Hashable {
    /// Milliseconds that a connect to one address may take; the next address of the name follows.
    public var connectTimeout: Int64
    /// Bytes that one transport reads in one turn, so that a flood starves neither timers nor keys.
    public var readLimit: Int
    /// Bytes that one transport writes in one turn.
    public var writeLimit: Int
    /// What certificates of `tls://` servers are checked against.
    public var tls: TLSConfiguration

    /// Makes limits; the defaults suit a client and a server.
    public init(
        connectTimeout: Int64 = 10_000, readLimit: Int = 65_536, writeLimit: Int = 262_144,
        tls: TLSConfiguration = TLSConfiguration()
    ) {
        self.connectTimeout = connectTimeout
        self.readLimit = max(1, readLimit)
        self.writeLimit = max(1, writeLimit)
        self.tls = tls
    }
}
