/// The same user has logged in elsewhere. Today's real servers never tell (protocol document, section 14).
public struct LoginPoint: Sendable, Hashable {
    /// When that device logged in, seconds since 1970.
    public var timestamp: Int64
    /// 1 iOS, 2 Android, 3 web, 4 Windows, 5 macOS; others as the server says.
    public var platform: Int
    /// The device's lasting id, remote text.
    public var deviceID: String

    /// Makes a login point.
    public init(timestamp: Int64, platform: Int, deviceID: String) {
        self.timestamp = timestamp
        self.platform = platform
        self.deviceID = deviceID
    }
}
