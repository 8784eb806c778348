/// A whole request as the HTTP library hands it over. All of it is the other side's word.
package struct HTTPRequest: Sendable, Hashable {
    /// The method, as written.
    package var method: String
    /// The path, decoded, without the query.
    package var path: String
    /// Path and query as they came.
    package var target: String
    /// The parameters of the query that any of the interfaces knows (`parameterNames`), decoded.
    package var parameters: [String: String]
    /// The token behind `Authorization: Bearer`.
    package var token: String?
    /// Whether it names an application (`Authorization: Basic`), as the calls of business back ends do.
    package var isOfApplication = false
    /// Whether a proxy says that it passes the request on (`Forwarded`, `X-Forwarded-For`, `Via`).
    package var isForwarded = false
    /// The `Host` header.
    package var host: String?
    /// The `Origin` header; browsers send it along with what a page asks for.
    package var origin: String?
    /// The body.
    package var body: [UInt8]

    /// The names of all parameters.
    package static let parameterNames = [
        "appid", "sender", "receiver", "uid", "room", "sync_key", "limit", "last_id", "name",
    ]

    /// Makes a request.
    package init(
        method: String, path: String, target: String? = nil, parameters: [String: String] = [:], token: String? = nil,
        host: String? = nil, origin: String? = nil, body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.target = target ?? path
        self.parameters = parameters
        self.token = token
        self.host = host
        self.origin = origin
        self.body = body
    }

    /// Whether a page in a browser may have made the request: from another site, or under a name that such a site has
    /// let stand for this machine. Nothing here is meant for browsers, and they reach what only this machine should.
    package var isFromBrowser: Bool {
        if origin != nil { return true }
        guard var host else { return false }
        if host.hasPrefix("[") { return false }
        if let colon = host.lastIndex(of: ":") { host = String(host[..<colon]) }
        let isNumeric = host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        return !isNumeric && host.lowercased() != "localhost"
    }
}
