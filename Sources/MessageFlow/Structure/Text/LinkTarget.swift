/// The target of a hyperlink, exact to the byte.
///
/// Targets end up inside a terminal sequence (OSC 8), so only printable ASCII without spaces is let through, at most
/// 8,000 bytes, and only with a scheme that opens something harmless.
public struct LinkTarget: Sendable, Hashable, CustomStringConvertible {
    /// The schemes that are taken for links, in lower case.
    public static let schemes: Set<String> = [
        "http", "https", "ftp", "ftps", "sftp", "ssh", "git", "irc", "ircs", "gopher", "gemini", "mailto", "xmpp",
        "tel",
        "geo", "magnet", "matrix",
    ]

    /// The most bytes of a target.
    public static let maximumLength = 8000

    /// The URL.
    public let url: String

    /// The URL.
    public var description: String { url }

    /// Takes a URL if it can be linked to. O(n).
    public init?(_ url: String) {
        guard url.utf8.count <= LinkTarget.maximumLength, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let colon = url.firstIndex(of: ":"), LinkTarget.schemes.contains(url[..<colon].lowercased()),
            url.index(after: colon) < url.endIndex
        else { return nil }
        self.url = url
    }
}
