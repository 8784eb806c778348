import Cells

/// Text cut to a number of columns.
enum TextFit {
    /// The text, or its beginning with an ellipsis where it is too wide; nothing for no columns. O(columns).
    static func fit(_ text: SafeText, columns: Int, policy: WidthPolicy) -> SafeText {
        guard columns > 0 else { return .empty }
        let ellipsis = policy.width(of: "…" as Character)
        var used = 0
        var cut = text.string.startIndex
        var index = text.string.startIndex
        while index < text.string.endIndex {
            let width = policy.width(of: text.string[index])
            if used + width > columns {
                return columns >= ellipsis
                    ? text.slice(text.string.startIndex..<cut) + "…" : text.slice(text.string.startIndex..<cut)
            }
            used += width
            index = text.string.index(after: index)
            if used + ellipsis <= columns { cut = index }
        }
        return text
    }

    /// Lines of at most so many columns (1 or more), broken at blanks where there are some. O(text).
    static func wrap(_ text: SafeText, columns: Int, policy: WidthPolicy) -> [SafeText] {
        let columns = max(1, columns)
        let clusters = Array(text.string)
        let layout = ComposerLayout(clusters: clusters, caret: 0, width: columns, policy: policy)
        var indices: [String.Index] = Array(text.string.indices)
        indices.append(text.string.endIndex)
        return layout.rows.map { text.slice(indices[$0.lowerBound]..<indices[$0.upperBound]) }
    }
}
