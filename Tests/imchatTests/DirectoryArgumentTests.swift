import EventLoop
import IMService
import Testing

@testable import imchat

@Suite struct DirectoryArgumentTests {
    @Test(arguments: [
        ("http://a:81", DirectoryPlace(endpoint: .tcp(host: "a", port: 81), host: "a:81")),
        ("http://a.example", DirectoryPlace(endpoint: .tcp(host: "a.example", port: 80), host: "a.example")),
        ("https://a/", DirectoryPlace(endpoint: .tls(host: "a", port: 443), host: "a")),
        ("https://a:8443/v1/", DirectoryPlace(endpoint: .tls(host: "a", port: 8443), host: "a:8443", path: "/v1")),
        ("http://[::1]:81/x", DirectoryPlace(endpoint: .tcp(host: "::1", port: 81), host: "[::1]:81", path: "/x")),
        ("http://[::1]", DirectoryPlace(endpoint: .tcp(host: "::1", port: 80), host: "[::1]")),
        ("a:81", DirectoryPlace(endpoint: .tcp(host: "a", port: 81))),
        ("unix:/run/d", .unix(path: "/run/d")),
    ]) func places(_ text: String, _ place: DirectoryPlace) {
        #expect(DirectoryArgument.parse(text) == place)
    }

    @Test(arguments: [
        "", "a", "http://", "http:///x", "http://a:0", "http://a:b", "http://u@a", "http://a/?x=1", "http://a/#b",
        "http://a b", "http://a\r\nX: y/", "ftp://a:1", "tls://a:1", "unix:",
    ]) func nonsense(_ text: String) {
        #expect(DirectoryArgument.parse(text) == nil)
    }

    @Test func itBelongsToAServerElsewhere() throws {
        #expect(throws: UsageError.self) { try Invocation.parse(["--directory", "http://a"]) }
        guard
            case .chat(let options) = try Invocation.parse([
                "--server", "a:1", "--token-file", "t", "--directory=http://a",
            ])
        else {
            Issue.record("no chat")
            return
        }
        #expect(options.directory?.host == "a")
    }
}
