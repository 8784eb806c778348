/// Who connected, as the kernel tells it.
public struct PeerInformation: Sendable, Hashable {
    /// "127.0.0.1:40312", or "unix".
    public let address: String
    /// The user at the other end of a Unix socket; `nil` over TCP.
    public let userID: UInt32?
    /// The process at the other end of a Unix socket when it connected; `nil` over TCP.
    public let processID: Int32?

    /// Makes a description, for tests.
    public init(address: String, userID: UInt32? = nil, processID: Int32? = nil) {
        self.address = address
        self.userID = userID
        self.processID = processID
    }
}
