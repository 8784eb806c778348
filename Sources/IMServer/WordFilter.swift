package import IMWire

/// Masks words in texts, with the oddity of the real server: where a word is found, blanks and some signs go too, so
/// that a word with blanks inside it is found as well (protocol document, section 6.8).
package struct WordFilter: Sendable, Hashable {
    /// What is removed before words are looked for.
    private static let noise = Set("|&%$@* \t\n\r\u{B}\u{C}".unicodeScalars)
    private static let mask: Unicode.Scalar = "*"

    private var words: [Unicode.Scalar: [[Unicode.Scalar]]] = [:]

    /// Makes a filter; empty words count for nothing.
    package init(words: [String]) {
        for word in words {
            let scalars = Array(word.unicodeScalars)
            if let first = scalars.first { self.words[first, default: []].append(scalars) }
        }
        // The shortest word that ends first counts.
        for first in self.words.keys { self.words[first]?.sort { $0.count < $1.count } }
    }

    /// The words of a file, one on each line.
    package init(lines: String) {
        self.init(
            words: lines.split { $0 == "\n" || $0 == "\r\n" }.map { line in
                String(line.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
            })
    }

    /// Whether it masks nothing.
    package var isEmpty: Bool { words.isEmpty }

    /// The content with its `text` masked; untouched where no word is found, or the content is no JSON with a text.
    package func filtered(_ content: WireText) -> WireText {
        guard !isEmpty, let text = JSONText.decode(Body.self, from: content.bytes)?.text, let masked = masked(text)
        else { return content }
        // As there, the whole content is written anew.
        let fields = JSONText.decode([String: JSONFragment].self, from: content.bytes)
        guard var fields else { return content }
        fields["text"] = .text(masked)
        let bytes = JSONText.encode(fields)
        return bytes.isEmpty ? content : WireText(bytes: bytes)
    }

    private struct Body: Decodable {
        var text: String
    }

    /// The text without noise and with stars in place of words; `nil` where no word is in it. O(text × words that
    /// begin alike).
    package func masked(_ text: String) -> String? {
        var scalars = text.unicodeScalars.filter { !Self.noise.contains($0) }.map { $0 }
        var hasHit = false
        var index = 0
        while index < scalars.count {
            let rest = scalars[index...]
            if let word = words[scalars[index]]?.first(where: { rest.starts(with: $0) }) {
                for place in index..<index + word.count { scalars[place] = Self.mask }
                hasHit = true
                index += word.count
            } else {
                index += 1
            }
        }
        guard hasHit else { return nil }
        var masked = String.UnicodeScalarView()
        masked.append(contentsOf: scalars)
        return String(masked)
    }
}
