/// Contents as the file keeps them: verbatim, but shorter where the origin id stands in the text.
///
/// The two forms of a plain text message are kept as a mark and the text between; in any other content the id is
/// replaced by a mark. Marks are control characters that no valid JSON text contains; a content that does is kept whole.
enum ContentColumn {
    private static let idMark: UInt8 = 1
    private static let textFirstMark: UInt8 = 2
    private static let idFirstMark: UInt8 = 3

    private static let textFirst = (start: "{\"text\":\"", middle: "\",\"uuid\":\"", end: "\"}")
    private static let idFirst = (start: "{\"uuid\":\"", middle: "\",\"text\":\"", end: "\"}")

    /// The text to keep, and whether it was shortened.
    static func shorten(_ content: String, originID: String?) -> (text: String, isShortened: Bool) {
        guard let originID, originID.utf8.count > 8 else { return (content, false) }
        let text = content.utf8
        guard !text.contains(where: { $0 >= idMark && $0 <= idFirstMark }) else { return (content, false) }
        let id = originID.utf8
        if let inner = between(textFirst.start, textFirst.middle + originID + textFirst.end, in: content) {
            return ("\u{2}" + inner, true)
        }
        if let inner = between(idFirst.start + originID + idFirst.middle, idFirst.end, in: content) {
            return ("\u{3}" + inner, true)
        }
        let bytes = Array(text)
        guard let place = find(Array(id), in: bytes) else { return (content, false) }
        let result = bytes[..<place] + [idMark] + bytes[(place + id.count)...]
        return (String(decoding: result, as: UTF8.self), true)
    }

    /// The text as it travelled.
    static func restore(_ text: String, originID: String?) -> String {
        guard let originID else { return text }
        let bytes = text.utf8
        switch bytes.first {
        case textFirstMark:
            return textFirst.start + text[bytes.index(after: bytes.startIndex)...] + textFirst.middle + originID
                + textFirst.end
        case idFirstMark:
            return idFirst.start + originID + idFirst.middle + text[bytes.index(after: bytes.startIndex)...]
                + idFirst.end
        default:
            guard let place = bytes.firstIndex(of: idMark) else { return text }
            return String(text[..<place]) + originID + text[bytes.index(after: place)...]
        }
    }

    /// What stands between a start and an end, compared by bytes.
    private static func between(_ start: String, _ end: String, in content: String) -> Substring? {
        let text = content.utf8
        let (first, last) = (start.utf8, end.utf8)
        guard text.count >= first.count + last.count, text.starts(with: first),
            text.suffix(last.count).elementsEqual(last)
        else { return nil }
        return content[
            text.index(text.startIndex, offsetBy: first.count)..<text.index(text.endIndex, offsetBy: -last.count)]
    }

    private static func find(_ id: [UInt8], in text: [UInt8]) -> Int? {
        var start = 0
        while start + id.count <= text.count {
            guard let place = text[start...(text.count - id.count)].firstIndex(of: id[0]) else { return nil }
            if text[place..<(place + id.count)].elementsEqual(id) { return place }
            start = place + 1
        }
        return nil
    }
}
