package import Cells

/// As much of a text as a row of the list can show: without the blank lines at its ends, and of a very long one only the
/// beginning, so that what is not shown is neither cleaned nor laid out. The text itself stays as it is.
package struct TextBeginning {
    /// The beginning, fit for a terminal; blank where nothing of it can be seen.
    package let text: SafeText
    /// Line breaks in what was left out.
    package let restLines: Int
    /// Bytes of what was left out; 0 where nothing was.
    package let restBytes: Int

    /// Rows of `width` columns that the rest takes: one for each of its lines, or for each full row of its bytes.
    package func restRows(width: Int) -> (count: Int, isAbout: Bool) {
        let full = restBytes / max(1, width)
        return (max(restLines, full), restLines < full)
    }

    /// Takes of a raw text as much as surely fills more than `rows` rows of `width` columns; 0 rows take all of it.
    /// O(rows × width), and a scan of the bytes.
    package init(of raw: String, rows: Int, width: Int) {
        let whole = TextBeginning.trimmed(raw)
        let room = max(1, rows + 1).multipliedReportingOverflow(by: max(1, width))
        guard rows > 0, !room.overflow, whole.utf8.count > room.partialValue else {
            text = TextSanitizer.multiline(String(whole))
            restLines = 0
            restBytes = 0
            return
        }
        var end = whole.startIndex
        var left = room.partialValue
        var lines = 0
        while end < whole.endIndex, left > 0, lines <= rows {
            if whole[end].isNewline { lines += 1 }
            left -= 1
            end = whole.index(after: end)
        }
        let rest = whole[end...].utf8
        text = TextSanitizer.multiline(String(whole[..<end]))
        restBytes = rest.count
        restLines = rest.count { $0 == UInt8(ascii: "\n") }
    }

    /// Without what is blank at the end, and without the blank lines at the start: the first line keeps its indent.
    private static func trimmed(_ raw: String) -> Substring {
        var start = raw.startIndex
        var index = start
        while index < raw.endIndex, isBlank(raw[index]) {
            let next = raw.index(after: index)
            if raw[index].isNewline { start = next }
            index = next
        }
        guard index < raw.endIndex else { return "" }
        var end = raw.endIndex
        while isBlank(raw[raw.index(before: end)]) { end = raw.index(before: end) }
        return raw[start..<end]
    }

    /// Whether nothing of a character is seen once it is fit for a terminal.
    private static func isBlank(_ character: Character) -> Bool {
        if character.isASCII { return character.isWhitespace }
        return TextSanitizer.line(String(character)).string.allSatisfy(\.isWhitespace)
    }
}
