import Testing

/// Views hold no words of their own: all stand in the tables of `Strings`.
@Suite struct LiteralTests {
    private static let views = [
        "Screen/ChatScreen", "Screen/ChatScreen+Actions", "Screen/ChatScreen+Composer",
        "Screen/ChatScreen+ComposerView",
        "Screen/ChatScreen+Drawing", "Screen/ChatScreen+Flow", "Screen/ChatScreen+Keys",
        "Screen/ChatScreen+OverlayView", "Screen/ChatScreen+Overlays", "Screen/ChatScreen+SessionList",
        "Screen/ChatScreen+Sessions", "Screen/ChatScreen+Settings", "Screen/ChatScreen+StatusLine",
        "Screen/ChatScreen+Suggestions",
    ]
    /// The program's name and the beginning of an address are no words of a language.
    private static let allowed: Set<String> = ["imchat", "peer:", "room:"]

    /// What stands between quotation marks in a line, without interpolations.
    private func literals(_ line: Substring) -> [String] {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return [] }
        var found: [String] = []
        var current: String?
        var depth = 0
        var previous: Character = " "
        for character in line {
            if let text = current {
                if depth > 0 {
                    depth += character == "(" ? 1 : (character == ")" ? -1 : 0)
                } else if previous == "\\", character == "(" {
                    depth = 1
                } else if character == "\"" {
                    found.append(text)
                    current = nil
                } else if character != "\\", previous != "\\" {
                    current = text + String(character)
                }
            } else if character == "\"" {
                current = ""
            }
            previous = character
        }
        return found
    }

    @Test func viewsHoldNoWords() {
        let here = "\(#filePath)"
        let root = here.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        for view in LiteralTests.views {
            let source = wholeFile("\(root)/Sources/ChatUI/\(view).swift")
            #expect(!source.isEmpty, "\(view) is missing")
            for line in source.split(separator: "\n") {
                for literal in literals(line) where !LiteralTests.allowed.contains(literal) {
                    let letters = literal.unicodeScalars.count { $0.properties.isAlphabetic }
                    #expect(letters < 2, "\(view): “\(literal)” belongs into Strings")
                }
            }
        }
    }
}
