import EventLoop

/// `HOST:PORT`, `[V6]:PORT`, `unix:PATH` or `tls://HOST:PORT` as an endpoint.
enum EndpointArgument {
    static let expected = "HOST:PORT, unix:PATH or tls://HOST:PORT"

    /// Reads an endpoint; `nil` when the text is none.
    static func parse(_ text: String) -> Endpoint? {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            return path.isEmpty ? nil : .unix(path: path)
        }
        let isTLS = text.hasPrefix("tls://")
        guard let (host, port) = hostAndPort(isTLS ? String(text.dropFirst(6)) : text) else { return nil }
        return isTLS ? .tls(host: host, port: port) : .tcp(host: host, port: port)
    }

    /// Splits at the last colon; brackets keep a version-6 address together.
    static func hostAndPort(_ text: String) -> (String, UInt16)? {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        let plain = !host.isEmpty && host.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "/" }
        return plain ? (host, port) : nil
    }
}
