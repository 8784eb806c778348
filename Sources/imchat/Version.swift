/// The version of this program, for `--version` and for a client that meets a server of another one.
enum Version {
    static let text = "0.1.0"

    /// The three numbers, for comparing; `nil` for a text that is no version.
    static func numbers(_ text: String) -> [Int]? {
        let parts = text.split(separator: ".").map { Int($0) }
        return parts.count == 3 && !parts.contains(nil) ? parts.compactMap { $0 } : nil
    }

    /// Whether a version is older than this program's; what is no version is.
    static func isOlder(_ other: String) -> Bool {
        guard let a = numbers(other), let b = numbers(text) else { return other != text }
        return a.lexicographicallyPrecedes(b)
    }
}
