/// One message of the small part of HTTP/1.1 that a client of the directory needs: a start line, the few headers that
/// count, and a body with a length (protocol document, section 10.2).
package struct HTTPMessage: Sendable, Hashable {
    /// The request line or status line, without its line end.
    package var startLine: String
    /// The token for `Authorization: Bearer` of a request.
    package var token: String?
    /// What a request says in its `Host` header.
    package var host = "localhost"
    /// The body.
    package var body: [UInt8]

    /// Makes a message.
    package init(startLine: String, token: String? = nil, body: [UInt8] = []) {
        self.startLine = startLine
        self.token = token
        self.body = body
    }

    /// The bytes of a request.
    package var bytes: [UInt8] {
        var head = startLine + "\r\nHost: \(host)\r\nContent-Length: \(body.count)\r\n"
        if !body.isEmpty { head += "Content-Type: application/json\r\n" }
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}
