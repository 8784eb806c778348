public import Cells

/// Breaks a paragraph into lines of at most so many columns.
///
/// Laws: no line is wider than the width, but for a line that holds nothing but one cluster wider than the width
/// (`fits` is false; it is shown as a substitute); the lines in order, joined, are the text without the spaces at the
/// breaks; the same input gives the same lines; O(n) for any text and width. Breaks come at spaces, between
/// ideographs but not where a mark may not start or end a line, and inside a word only if it is wider than a line.
public enum LineBreaker {
    /// One line of a paragraph.
    public struct Line: Sendable, Hashable {
        /// The clusters on it, counted from the paragraph's start.
        public let clusters: Range<Int>
        /// The text on it.
        public let text: SafeText
        /// Columns it takes, as counted by the policy.
        public let width: Int
        /// Whether it fits; else it is one cluster that is wider than the width.
        public let fits: Bool
    }

    /// The lines of a text without line breaks; an empty text is one empty line. Widths below 1 count as 1.
    public static func lines(
        of text: SafeText, width: Int, wrapping: TextBlock.Wrapping = .words, policy: WidthPolicy
    ) -> [Line] {
        let map = ClusterMap(text, policy: policy)
        return spans(of: map, firstWidth: width, width: width, wrapping: wrapping).map {
            Line(clusters: $0.clusters, text: map.slice($0.clusters), width: $0.width, fits: $0.fits)
        }
    }

    /// A line before its text is cut out.
    struct Span: Equatable {
        let clusters: Range<Int>
        let width: Int
        let fits: Bool
    }

    /// The lines of a cut text, the first of another width than the rest.
    static func spans(of map: ClusterMap, firstWidth: Int, width: Int, wrapping: TextBlock.Wrapping) -> [Span] {
        var spans: [Span] = []
        var start = 0
        while start < map.count {
            let limit = max(1, spans.isEmpty ? firstWidth : width)
            let (span, next) = line(of: map, from: start, limit: limit, words: wrapping == .words)
            if !span.clusters.isEmpty { spans.append(span) }
            start = next
        }
        return spans.isEmpty ? [Span(clusters: 0..<0, width: 0, fits: true)] : spans
    }

    /// The line that starts at a cluster, and where the next one starts.
    private static func line(of map: ClusterMap, from start: Int, limit: Int, words: Bool) -> (Span, Int) {
        var column = 0
        var chance = start
        var end = start
        while end < map.count {
            if words, end > start, BreakClass.allowsBreak(between: map.classes[end - 1], and: map.classes[end]) {
                chance = end
            }
            if column + map.widths[end] > limit { break }
            column += map.widths[end]
            end += 1
        }
        if end == map.count { return (Span(clusters: start..<end, width: column, fits: true), end) }
        if end == start, !(words && map.classes[end] == .space) {
            return (Span(clusters: start..<start + 1, width: map.widths[start], fits: false), start + 1)
        }
        guard words else { return (Span(clusters: start..<end, width: column, fits: true), end) }
        // A space that no longer fits ends the line where it is; anything else moves to the next line with its word.
        if map.classes[end] != .space, chance > start { end = chance }
        var next = end
        while next < map.count, map.classes[next] == .space { next += 1 }
        while end > start, map.classes[end - 1] == .space { end -= 1 }
        let width = map.widths[start..<end].reduce(0, +)
        return (Span(clusters: start..<end, width: width, fits: true), next)
    }
}
