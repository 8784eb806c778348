/// Contents as the file keeps them: verbatim, but where the origin id stands in the text there is a single U+0001, which
/// no valid JSON text contains.
enum ContentColumn {
    private static let mark: UInt8 = 1

    /// The text to keep, and whether it was shortened.
    static func shorten(_ content: String, originID: String?) -> (text: String, isShortened: Bool) {
        guard let originID, originID.utf8.count > 8 else { return (content, false) }
        let text = Array(content.utf8)
        let id = Array(originID.utf8)
        guard text.count >= id.count, !text.contains(mark), let place = find(id, in: text) else {
            return (content, false)
        }
        var result = Array(text[..<place])
        result.append(mark)
        result += text[(place + id.count)...]
        return (String(decoding: result, as: UTF8.self), true)
    }

    /// The text as it travelled.
    static func restore(_ text: String, originID: String?) -> String {
        guard let originID else { return text }
        let bytes = text.utf8
        guard let place = bytes.firstIndex(of: mark) else { return text }
        return String(text[..<place]) + originID + String(text[bytes.index(after: place)...])
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
