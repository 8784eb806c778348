/// What may be handed to another program as a web address.
enum WebAddress {
    /// Whether a text is a web address of printable ASCII, as RFC 3986 writes them. Link cards carry whatever their sender
    /// liked: control characters, blanks and escape sequences make it no address.
    static func isPlain(_ text: String) -> Bool {
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), text.utf8.count <= 8_000 else { return false }
        return text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#"<>"\^`{|}"#.utf8.contains($0) }
    }
}
