import Testing

@testable import imchat

@Suite struct WebAddressTests {
    @Test(arguments: ["https://example.org/r/118?a=b&c=%20#d", "http://[::1]:8080/", "http://a"])
    func addressesAre(_ text: String) { #expect(WebAddress.isPlain(text)) }

    @Test(arguments: [
        "", "file:///etc/passwd", "javascript:alert(1)", "--help", "HTTP://x", "http://ok/\u{1B}]52;c;QUJD\u{7}",
        "http://a b",
        "http://a\n;x", "https://a\u{7F}", "https://a\u{202E}b", "https://" + String(repeating: "a", count: 9_000),
        "http://a`id`",
    ]) func othersAreNot(_ text: String) { #expect(!WebAddress.isPlain(text)) }
}
