import IMServer
import Testing

@Suite struct HTTPRequestTests {
    private func request(host: String?, origin: String? = nil) -> HTTPRequest {
        HTTPRequest(method: "GET", path: "/", host: host, origin: origin)
    }

    @Test(arguments: [
        nil, "localhost", "LOCALHOST:80", "127.0.0.1", "127.0.0.1:8080", "[::1]:80", "[::1]", "10.0.0.7:1",
    ])
    func programsAreServed(_ host: String?) { #expect(!request(host: host).isFromBrowser) }

    @Test(arguments: ["evil.example", "localhost.evil.example:80", "127.0.0.1.evil.example"])
    func namesThatStandForThisMachineAreNot(_ host: String) { #expect(request(host: host).isFromBrowser) }

    @Test func norArePages() { #expect(request(host: "localhost", origin: "null").isFromBrowser) }
}
