public import EventLoop

/// Who logs in where, and how.
public struct ServiceConfiguration: Sendable {
    /// The generation of servers spoken with; nothing on the wire tells it (protocol document, section 14).
    public enum ServerGeneration: Sendable, Hashable {
        /// Servers since 2018.
        case today
        /// Servers of 2016: commands 10, 24, 25, 64 as call control, and acknowledgements by the client; no sync keys.
        case year2016

        /// The newest protocol version that these servers are known to speak (protocol document, section 1).
        var protocolVersion: UInt8 { self == .today ? 2 : 1 }
    }

    /// The server.
    public var endpoint: Endpoint
    /// The token of the login; at most 255 bytes.
    public var token: String
    /// The user that the token belongs to; the wire never tells it.
    public var uid: Int64
    /// The user's application; needed for support sessions only, 0 where there are none.
    public var appID: Int64
    /// A lasting id of this installation, never empty (the server's SELF flag depends on it); at most 255 bytes.
    public var deviceID: String
    /// 1 iOS, 2 Android, 4 Windows, 5 macOS, others free; not 3 (web), for which servers keep no device id.
    public var platform: Int8
    /// The protocol version, 0, 1 or 2.
    public var protocolVersion: UInt8
    /// The generation of servers.
    public var server: ServerGeneration
    /// What a new installation asks for.
    public var history: HistoryPolicy
    /// How far the queues were committed when the program ended.
    public var syncKeys: SyncKeys
    /// Whether the server is told what is committed (keys; for a server of 2016 each message). `false` for a second reader
    /// that must leave no trace.
    public var movesServerKey: Bool
    /// The time-outs and rates.
    public var timing: ServiceTiming

    /// Makes a configuration; without a protocol version, with the newest that such servers speak.
    public init(
        endpoint: Endpoint, token: String, uid: Int64, appID: Int64 = 0, deviceID: String, platform: Int8 = 6,
        protocolVersion: UInt8? = nil, server: ServerGeneration = .today, history: HistoryPolicy = .all,
        syncKeys: SyncKeys = SyncKeys(), movesServerKey: Bool = true, timing: ServiceTiming = ServiceTiming()
    ) {
        self.endpoint = endpoint
        self.token = token
        self.uid = uid
        self.appID = appID
        self.deviceID = deviceID
        self.platform = platform
        self.protocolVersion = protocolVersion ?? server.protocolVersion
        self.server = server
        self.history = history
        self.syncKeys = syncKeys
        self.movesServerKey = movesServerKey
        self.timing = timing
    }
}
