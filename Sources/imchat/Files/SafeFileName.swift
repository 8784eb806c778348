import Cells

/// The name under which a file from outside may be kept: one plain component, visible, and short enough.
enum SafeFileName {
    /// Bytes; file systems take 255, and ` (999)` may have to fit in.
    static let limit = 200

    /// A name made from what a sender called the file, else from its address.
    static func make(named name: String, url: String) -> String {
        let wanted = clean(name)
        if !wanted.isEmpty { return wanted }
        let path = url.split(separator: "?").first.map(String.init)?.split(separator: "#").first.map(String.init) ?? ""
        // Behind the host.
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).dropFirst(2)
        let fromAddress = clean(parts.last.map(String.init) ?? "")
        return fromAddress.isEmpty ? "file" : fromAddress
    }

    /// `name (2).ending` for the second try, and so on.
    static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let (stem, ending) = parts(name)
        return "\(stem) (\(number))\(ending)"
    }

    private static func clean(_ text: String) -> String {
        let last = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var name = TextSanitizer.line(last).string
        // A leading dot hides a file, a leading dash makes it an option, blanks mislead at both ends.
        while let first = name.first, first == "." || first == "-" || first.isWhitespace { name.removeFirst() }
        while let end = name.last, end == "." || end.isWhitespace { name.removeLast() }
        guard name.utf8.count > limit else { return name }
        var (stem, ending) = parts(name)
        if ending.utf8.count > 20 { (stem, ending) = (name, "") }
        while stem.utf8.count + ending.utf8.count > limit { stem.removeLast() }
        return stem + ending
    }

    /// What stands before the last dot, and the rest with it.
    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}
