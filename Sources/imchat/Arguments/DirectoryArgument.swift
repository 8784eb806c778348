import EventLoop
import IMService

/// `http://HOST[:PORT][/PATH]`, the same with `https`, `HOST:PORT` or `unix:PATH` as the place of a directory.
enum DirectoryArgument {
    static let expected = "http://HOST:PORT, https://HOST, HOST:PORT or unix:PATH"

    /// Reads a place; `nil` when the text is none.
    static func parse(_ text: String) -> DirectoryPlace? {
        for (scheme, port) in [("http://", 80), ("https://", 443)] where text.hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            let host = rest.prefix { $0 != "/" }
            var path = rest[host.endIndex...]
            while path.last == "/" { path.removeLast() }
            guard WebAddress.isPlain(text), !path.contains(where: { "?#".contains($0) }), !host.contains("@") else {
                return nil
            }
            let hasPort = host.hasPrefix("[") ? host.contains("]:") : host.contains(":")
            guard let (name, port) = EndpointArgument.hostAndPort(hasPort ? String(host) : "\(host):\(port)") else {
                return nil
            }
            let endpoint: Endpoint = scheme == "http://" ? .tcp(host: name, port: port) : .tls(host: name, port: port)
            return DirectoryPlace(endpoint: endpoint, host: String(host), path: String(path))
        }
        guard !text.hasPrefix("tls:"), let endpoint = EndpointArgument.parse(text) else { return nil }
        return DirectoryPlace(endpoint: endpoint)
    }
}
