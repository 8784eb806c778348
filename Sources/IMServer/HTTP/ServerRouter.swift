internal import IMWire

/// Sends each request on the HTTP port to whom it is for: operator or directory.
package final class ServerRouter {
    private let operators: OperatorService
    private let directory: DirectoryService

    /// Makes the router of a server.
    package init(operators: OperatorService, directory: DirectoryService) {
        self.operators = operators
        self.directory = directory
    }

    /// Answers a request.
    package func answer(_ request: HTTPRequest, _ send: @escaping (HTTPResponse) -> Void) {
        guard !request.isFromBrowser else {
            return send(HTTPResponse(DirectoryFault(status: 403, message: "not for browsers")))
        }
        if operators.answer(request, send) { return }
        directory.answer(
            HTTPMessage(
                startLine: "\(request.method) \(request.target) HTTP/1.1", token: request.token, body: request.body),
            send)
    }
}
