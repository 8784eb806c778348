public import EventLoop

/// Where a directory is served: a Unix socket, a port, or below a web address.
public struct DirectoryPlace: Sendable, Hashable {
    /// What to connect to.
    public var endpoint: Endpoint
    /// What the `Host` header says. A server on this machine answers to `localhost` and numbers only, so that no page in
    /// a browser reaches it under another name.
    public var host: String
    /// What stands in front of each path, without a slash at its end; empty for none.
    public var path: String

    /// Makes a place.
    public init(endpoint: Endpoint, host: String = "localhost", path: String = "") {
        self.endpoint = endpoint
        self.host = host
        self.path = path
    }

    /// A Unix socket.
    public static func unix(path: String) -> DirectoryPlace { DirectoryPlace(endpoint: .unix(path: path)) }
}
