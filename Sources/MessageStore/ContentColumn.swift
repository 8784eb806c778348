import Glibc

/// Contents as the file keeps them: verbatim, but shorter where the origin id stands in the text.
///
/// The two forms of a plain text message are kept as a mark and the text between; in any other content the id is
/// replaced by a mark. Marks are control characters that no valid JSON text contains; a content that does is kept whole.
enum ContentColumn {
    private static let idMark: UInt8 = 1
    private static let textFirstMark: UInt8 = 2
    private static let idFirstMark: UInt8 = 3

    private typealias Form = (start: StaticString, middle: StaticString, end: StaticString)
    private static let textFirst: Form = ("{\"text\":\"", "\",\"uuid\":\"", "\"}")
    private static let idFirst: Form = ("{\"uuid\":\"", "\",\"text\":\"", "\"}")

    /// The text to keep, and whether it was shortened. In one pass over bytes: every message that comes in goes
    /// through here.
    static func shorten(_ content: String, originID: String?) -> (text: String, isShortened: Bool) {
        guard var id = originID, id.utf8.count > 8 else { return (content, false) }
        var text = content
        let shortened = text.withUTF8 { text in id.withUTF8 { shorten(text, id: $0) } }
        return shortened.map { ($0, true) } ?? (content, false)
    }

    private static func shorten(_ text: UnsafeBufferPointer<UInt8>, id: UnsafeBufferPointer<UInt8>) -> String? {
        for byte in text where byte &- idMark <= idFirstMark - idMark { return nil }
        let nothing = text[0..<0]
        if let inner = between(textFirst.start, textFirst.middle, id, textFirst.end, in: text) {
            return joined(nothing, textFirstMark, inner)
        }
        if let inner = between(idFirst.start, id: id, idFirst.middle, idFirst.end, in: text) {
            return joined(nothing, idFirstMark, inner)
        }
        guard let place = find(id, in: text) else { return nil }
        return joined(text[..<place], idMark, text[(place + id.count)...])
    }

    private static func joined(_ before: Slice<Bytes>, _ mark: UInt8, _ behind: Slice<Bytes>) -> String {
        String(unsafeUninitializedCapacity: before.count + 1 + behind.count) { output in
            _ = output[..<before.count].update(fromContentsOf: before)
            output[before.count] = mark
            _ = output[(before.count + 1)...].update(fromContentsOf: behind)
            return before.count + 1 + behind.count
        }
    }

    /// The text as it travelled.
    static func restore(_ text: String, originID: String?) -> String {
        guard let originID else { return text }
        let bytes = text.utf8
        switch bytes.first {
        case textFirstMark:
            return textFirst.start.description + text[bytes.index(after: bytes.startIndex)...]
                + textFirst.middle.description + originID
                + textFirst.end.description
        case idFirstMark:
            return idFirst.start.description + originID + idFirst.middle.description
                + text[bytes.index(after: bytes.startIndex)...]
                + idFirst.end.description
        default:
            guard let place = bytes.firstIndex(of: idMark) else { return text }
            return String(text[..<place]) + originID + text[bytes.index(after: place)...]
        }
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// What stands between a start, and a middle with the id and an end.
    private static func between(
        _ start: StaticString, _ middle: StaticString, _ id: Bytes, _ end: StaticString, in text: Bytes
    ) -> Slice<Bytes>? {
        let last = text.count - end.utf8CodeUnitCount
        let idStart = last - id.count
        let innerEnd = idStart - middle.utf8CodeUnitCount
        guard innerEnd >= start.utf8CodeUnitCount, holds(start, in: text, at: 0), holds(end, in: text, at: last),
            holds(middle, in: text, at: innerEnd), holds(id, in: text, at: idStart)
        else { return nil }
        return text[start.utf8CodeUnitCount..<innerEnd]
    }

    /// What stands between a start with the id and a middle, and an end.
    private static func between(
        _ start: StaticString, id: Bytes, _ middle: StaticString, _ end: StaticString, in text: Bytes
    ) -> Slice<Bytes>? {
        let idStart = start.utf8CodeUnitCount
        let innerStart = idStart + id.count + middle.utf8CodeUnitCount
        let innerEnd = text.count - end.utf8CodeUnitCount
        guard innerEnd >= innerStart, holds(start, in: text, at: 0), holds(end, in: text, at: innerEnd),
            holds(middle, in: text, at: idStart + id.count), holds(id, in: text, at: idStart)
        else { return nil }
        return text[innerStart..<innerEnd]
    }

    /// Whether a part stands at a place; the place leaves room for it.
    private static func holds(_ part: StaticString, in text: Bytes, at place: Int) -> Bool {
        holds(Bytes(start: part.utf8Start, count: part.utf8CodeUnitCount), in: text, at: place)
    }

    private static func holds(_ part: Bytes, in text: Bytes, at place: Int) -> Bool {
        guard let wanted = part.baseAddress, let found = text.baseAddress else { return part.isEmpty }
        return memcmp(found + place, wanted, part.count) == 0
    }

    private static func find(_ id: Bytes, in text: Bytes) -> Int? {
        var start = 0
        while start + id.count <= text.count {
            guard let place = text[start...(text.count - id.count)].firstIndex(of: id[0]) else { return nil }
            if holds(id, in: text, at: place) { return place }
            start = place + 1
        }
        return nil
    }
}
