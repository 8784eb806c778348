/// One message of the small part of HTTP/1.1 that the directory speaks: a start line, the few headers that count, and a
/// body with a length (protocol document, section 10.2).
package struct HTTPMessage: Sendable, Hashable {
    /// The request line or status line, without its line end.
    package var startLine: String
    /// The token behind `Authorization: Bearer`, where there is one.
    package var token: String?
    /// What a request says in its `Host` header; not read from what comes in.
    package var host = "localhost"
    /// The body.
    package var body: [UInt8]

    /// Makes a message.
    package init(startLine: String, token: String? = nil, body: [UInt8] = []) {
        self.startLine = startLine
        self.token = token
        self.body = body
    }

    /// The message's bytes.
    package var bytes: [UInt8] {
        var head = startLine + "\r\nContent-Length: \(body.count)\r\n"
        if !body.isEmpty { head += "Content-Type: application/json\r\n" }
        if startLine.hasPrefix("HTTP/") {
            head += "Connection: keep-alive\r\n"
        } else {
            head += "Host: \(host)\r\n"
        }
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}
