public import IMModel

/// The exact texts and addresses inside a message that can be copied and opened.
public enum MessageTexts {
    /// What "copy" puts on the clipboard, byte for byte; `nil` where the message has no text of its own.
    public static func copyable(_ content: MessageContent) -> String? {
        switch content {
        case .text(let text): text.text
        case .system(let text): text
        case .location(let latitude, let longitude, let address): address ?? "\(latitude),\(longitude)"
        case .image(let url, _, _), .audio(let url, _), .file(let url, _, _): url
        case .video(let video): video.url
        case .link(let link): link.url
        case .custom(_, let payload): payload
        case .notification, .revoked, .revoke, .readMark, .tag, .call, .unknown: nil
        }
    }

    /// The addresses in a message, in order, byte for byte: the one of a card, or those of `http://` and `https://`
    /// links in a text. O(n).
    public static func links(_ content: MessageContent) -> [String] {
        switch content {
        case .text(let text): links(inText: text.text)
        case .system(let text): links(inText: text)
        case .image(let url, _, _), .audio(let url, _), .file(let url, _, _): url.isEmpty ? [] : [url]
        case .video(let video): video.url.isEmpty ? [] : [video.url]
        case .link(let link): link.url.isEmpty ? [] : [link.url]
        case .location, .notification, .revoked, .revoke, .readMark, .tag, .call, .custom, .unknown: []
        }
    }

    /// The `http://` and `https://` addresses in a text. An address ends at white space, at a quotation mark or angle
    /// bracket, and at CJK punctuation; sentence punctuation at its end, and a closing bracket without its opening one,
    /// do not belong to it.
    public static func links(inText text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var found: [String] = []
        var index = 0
        while index < scalars.count {
            guard let start = schemeLength(scalars, index) else {
                index += 1
                continue
            }
            var end = index + start
            while end < scalars.count, isInside(scalars[end]) { end += 1 }
            end = trimmed(scalars, index, end)
            if end > index + start {
                var link = String.UnicodeScalarView()
                link.append(contentsOf: scalars[index..<end])
                found.append(String(link))
            }
            index = max(end, index + start)
        }
        return found
    }

    private static func schemeLength(_ scalars: [Unicode.Scalar], _ index: Int) -> Int? {
        if index > 0, scalars[index - 1].properties.isAlphabetic, scalars[index - 1].isASCII { return nil }
        for scheme in ["http://", "https://"] {
            let wanted = scheme.unicodeScalars
            guard index + wanted.count <= scalars.count else { continue }
            let matches = zip(scalars[index...], wanted).allSatisfy { given, wanted in
                given == wanted || given.value | 0x20 == wanted.value && wanted.properties.isAlphabetic
            }
            if matches { return wanted.count }
        }
        return nil
    }

    private static func isInside(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "<", ">", "`", "\u{3000}"..."\u{3003}", "\u{3008}"..."\u{3011}", "\u{FF01}", "\u{FF08}", "\u{FF09}",
            "\u{FF0C}", "\u{FF1A}", "\u{FF1B}", "\u{FF1F}", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}":
            false
        default: scalar.value > 0x20 && scalar.value != 0x7F && !scalar.properties.isWhitespace
        }
    }

    private static func trimmed(_ scalars: [Unicode.Scalar], _ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start {
            switch scalars[end - 1] {
            case ".", ",", ";", ":", "!", "?", "'", "*", "…": end -= 1
            case ")":
                let inside = scalars[start..<end]
                guard inside.count(where: { $0 == ")" }) > inside.count(where: { $0 == "(" }) else { return end }
                end -= 1
            case "]", "}": end -= 1
            default: return end
            }
        }
        return end
    }
}
