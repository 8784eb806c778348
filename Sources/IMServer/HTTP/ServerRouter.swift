internal import IMWire

/// Sends each request to whom it is for, as far as the socket it came by allows: owner, operator or directory.
package final class ServerRouter {
    /// Who can reach a socket.
    package enum Reach: Sendable, Hashable {
        /// The server's owner alone (a Unix socket of mode 0600): commands and the directory.
        case owner
        /// This machine (a loopback port): the operator's interface, which asks nobody who he is, and the directory.
        case machine
        /// Everybody: the directory, for who has a token.
        case network
    }

    private let operators: OperatorService
    private let directory: DirectoryService
    private let management: ManagementService

    /// Makes the router of a server.
    package init(core: ServerCore, directory: DirectoryService) {
        operators = OperatorService(core: core)
        management = ManagementService(core: core)
        self.directory = directory
    }

    /// Answers a request.
    package func answer(_ request: HTTPRequest, from reach: Reach, _ send: @escaping (HTTPResponse) -> Void) {
        switch reach {
        case .owner:
            if request.method == "POST", request.path == ManagementCall.path {
                return management.answer(request.body, send)
            }
            directory.answer(request, send)
        case .machine:
            guard !request.isFromBrowser else { return send(HTTPResponse(Self.notForBrowsers)) }
            // Everybody who reaches a proxy would be the operator.
            guard !request.isForwarded else { return send(HTTPResponse(Self.notForProxies)) }
            if operators.answer(request, send) { return }
            directory.answer(request, send)
        case .network:
            // A page of another site has no token; a name that stands for this machine gains it nothing here.
            guard request.origin == nil else { return send(HTTPResponse(Self.notForBrowsers)) }
            directory.answer(request, mayGrant: false, send)
        }
    }

    private static let notForProxies = DirectoryFault(
        status: 403, message: "not behind a proxy: serve the directory alone there (--http directory:HOST:PORT)")
    private static let notForBrowsers = DirectoryFault(status: 403, message: "not for browsers")
}
