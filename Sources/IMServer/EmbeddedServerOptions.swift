package import EventLoop

/// How a server process is set up.
package struct EmbeddedServerOptions: Sendable {
    /// The database file; it and its folder are made where they are missing.
    package var databasePath: String
    /// Where clients connect.
    package var endpoints: [Endpoint]
    /// The Unix socket of the directory (grants and names); `nil` for none.
    package var directoryPath: String?
    /// Where HTTP is served beside `directoryPath`: the operator's interface and the public one on addresses of this
    /// machine, on others the public one for who has a token.
    package var http: [Endpoint]
    /// Those of them that serve the directory alone, though only this machine reaches them.
    package var directoryOnly: Set<Endpoint> = []
    /// Where clients connect by WebSocket, at the path `/ws`; `nil` for nowhere.
    package var webSocket: Endpoint?
    /// Whether the residents of the demonstration live here.
    package var hasResidents: Bool
    /// The server's settings.
    package var configuration: ServerConfiguration
    /// How old a shared commit gets at most, in milliseconds: what an acknowledgement waits for others.
    package var commitAge: Int

    /// Makes the options.
    package init(
        databasePath: String, endpoints: [Endpoint], directoryPath: String? = nil, http: [Endpoint] = [],
        webSocket: Endpoint? = nil,
        hasResidents: Bool = false,
        configuration: ServerConfiguration = ServerConfiguration(), commitAge: Int = 5
    ) {
        self.databasePath = databasePath
        self.endpoints = endpoints
        self.directoryPath = directoryPath
        self.http = http
        self.webSocket = webSocket
        self.hasResidents = hasResidents
        self.configuration = configuration
        self.commitAge = commitAge
    }
}
