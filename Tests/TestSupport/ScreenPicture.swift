public import Cells
public import Testing

extension CellBuffer {
    /// The grid as rows of text, each wide cell once, without spaces at the ends of rows and without empty rows at the
    /// end.
    public var picture: String {
        Self.joined((0..<size.height).map { y in row(y).map(\.cluster).joined() })
    }

    /// One layer of the look as a picture: where the style is as asked there stands `mark`, elsewhere a space.
    public func picture(of mark: Character, where matches: (Style) -> Bool) -> String {
        Self.joined(
            (0..<size.height).map { y in
                String(row(y).map { matches($0.style) ? mark : " " })
            })
    }

    /// One layer of the look: `#` under every column that has the attribute.
    public func picture(of attribute: Style.Attributes) -> String {
        picture(of: "#") { $0.attributes.isSuperset(of: attribute) }
    }

    private static func joined(_ rows: [String]) -> String {
        var rows = rows.map { row in
            var row = row
            while row.last == " " { row.removeLast() }
            return row
        }
        while rows.last == "" { rows.removeLast() }
        return rows.joined(separator: "\n")
    }
}

/// How a screen differs from a picture, row by row (- wanted, + seen); `nil` where it does not.
public func screenDifference(_ screen: CellBuffer, _ expected: String) -> String? {
    let actual = screen.picture
    let wanted = trimmed(expected)
    guard actual != wanted else { return nil }
    let seen = actual.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let want = wanted.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var report = "the screen differs (- wanted, + seen)\n"
    for index in 0..<max(seen.count, want.count) {
        let left = index < want.count ? want[index] : nil
        let right = index < seen.count ? seen[index] : nil
        if left == right {
            report += "  \(left ?? "")\n"
        } else {
            if let left { report += "- \(left)\n" }
            if let right { report += "+ \(right)\n" }
        }
    }
    return report
}

/// Expects a screen to look like a picture; trailing blanks do not count.
public func expectScreen(
    _ screen: CellBuffer, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    guard let difference = screenDifference(screen, expected) else { return }
    Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
}

/// Expects what a fake terminal shows to look like a picture.
public func expectScreen(
    _ terminal: FakeTerminal, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    expectScreen(terminal.screen, expected, sourceLocation: sourceLocation)
}

private func trimmed(_ picture: String) -> String {
    var rows = picture.split(separator: "\n", omittingEmptySubsequences: false).map { row in
        var row = row
        while row.last == " " { row.removeLast() }
        return row
    }
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
}
