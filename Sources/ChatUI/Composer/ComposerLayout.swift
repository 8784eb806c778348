package import Cells

/// The composer's text broken into rows of cells, with the place of the caret. Pure and made anew when it is drawn.
package struct ComposerLayout: Sendable, Hashable {
    /// The offsets of the clusters of each row; a line break belongs to no row.
    package let rows: [Range<Int>]
    /// The row that the caret is on.
    package let caretRow: Int
    /// Columns before the caret in its row, less than the width.
    package let caretColumn: Int

    /// What no row begins with.
    private static let closing: Set<Character> = ["，", "。", "！", "？", "；", "：", "、", "）", "”", "’", "」", "』", "】", "》"]

    /// Breaks clusters into rows of `width` columns (1 or more): after blanks and ideographs where there are some, else
    /// anywhere.
    package init(clusters: [Character], caret: Int, width: Int, policy: WidthPolicy) {
        let width = max(1, width)
        var rows: [Range<Int>] = []
        var start = 0
        var column = 0
        var breakAt: Int?
        var index = 0
        while index < clusters.count {
            let cluster = clusters[index]
            if cluster == "\n" {
                rows.append(start..<index)
                start = index + 1
                column = 0
                breakAt = nil
                index += 1
                continue
            }
            let columns = ComposerLayout.width(of: cluster, policy: policy)
            if column + columns > width, index > start {
                let end = breakAt.map { $0 > start ? $0 : index } ?? index
                rows.append(start..<end)
                start = end
                index = end
                column = 0
                breakAt = nil
                continue
            }
            column += columns
            index += 1
            let mayBreak =
                cluster == " " || columns == 2 && (index == clusters.count || !Self.closing.contains(clusters[index]))
            if mayBreak { breakAt = index }
        }
        rows.append(start..<clusters.count)
        var row = rows.count - 1
        while row > 0, rows[row].lowerBound > caret { row -= 1 }
        let inRow = rows[row].lowerBound..<max(rows[row].lowerBound, min(caret, rows[row].upperBound))
        var caretColumn = inRow.reduce(0) { $0 + ComposerLayout.width(of: clusters[$1], policy: policy) }
        if caretColumn >= width {
            // A full row leaves no cell for the caret: it stands at the start of the next, which may be an empty one.
            if row == rows.count - 1, caret == clusters.count {
                rows.append(clusters.count..<clusters.count)
                row += 1
                caretColumn = 0
            } else {
                caretColumn = width - 1
            }
        }
        self.rows = rows
        caretRow = row
        self.caretColumn = caretColumn
    }

    /// The offset nearest to a column of a row.
    package func offset(row: Int, column: Int, clusters: [Character], policy: WidthPolicy) -> Int {
        guard rows.indices.contains(row) else { return row < 0 ? 0 : clusters.count }
        var reached = 0
        for index in rows[row] {
            let next = reached + ComposerLayout.width(of: clusters[index], policy: policy)
            if next > column { return index }
            reached = next
        }
        let end = rows[row].upperBound
        // The end of a wrapped row is the start of the next one; stay on this row.
        if row + 1 < rows.count, rows[row + 1].lowerBound == end, end > rows[row].lowerBound { return end - 1 }
        return end
    }

    /// One cluster as it is drawn.
    static func drawn(_ cluster: Character) -> SafeText {
        TextSanitizer.line(String(cluster))
    }

    private static func width(of cluster: Character, policy: WidthPolicy) -> Int {
        if cluster.isASCII { return cluster < " " ? (cluster == "\t" ? policy.width(of: drawn(cluster)) : 0) : 1 }
        // Ideographs and syllables are drawn as they are; asking the sanitiser for each would cost a string.
        let scalars = cluster.unicodeScalars
        if let only = scalars.first, (0x3041...0xD7A3).contains(only.value),
            scalars.index(after: scalars.startIndex) == scalars.endIndex
        {
            return policy.width(of: cluster)
        }
        return policy.width(of: drawn(cluster))
    }
}
