public import Cells

/// Paragraphs broken into lines of placed runs.
public struct TextLayout: Sendable, Hashable {
    /// One line.
    public struct Line: Sendable, Hashable {
        /// What stands on it, from left to right.
        public var runs: [PlacedRun]
        /// Columns it takes.
        public var width: Int
    }

    /// The lines.
    public private(set) var lines: [Line] = []
    /// Columns of the widest line.
    public private(set) var width = 0
    /// Whether lines were left out at the end.
    public private(set) var isCut = false

    /// Lays out paragraphs.
    ///
    /// A hanging prefix that would leave less than half of the width to the text is left out. Past `maxLines` the last
    /// line shown ends in the ellipsis. A cluster that is wider than a line is shown as `?`. O(n).
    public init(
        _ blocks: [TextBlock], width: Int, policy: WidthPolicy, maxLines: Int? = nil, ellipsis: SafeText = "…"
    ) {
        let width = max(1, width)
        let limit = max(1, maxLines ?? .max)
        for (index, block) in blocks.enumerated() {
            if lines.count >= limit {
                isCut = true
                break
            }
            append(block, width: width, policy: policy)
            if lines.count > limit {
                lines.removeSubrange(limit...)
                isCut = true
            }
            if lines.count == limit, index + 1 < blocks.count { isCut = true }
        }
        if isCut, let last = lines.indices.last {
            lines[last] = TextLayout.cut(lines[last], ellipsis: ellipsis, width: width, policy: policy)
        }
        self.width = lines.reduce(0) { max($0, $1.width) }
    }

    private mutating func append(_ block: TextBlock, width: Int, policy: WidthPolicy) {
        var first = TextLayout.place(block.firstPrefix, policy: policy)
        var rest = TextLayout.place(block.restPrefix, policy: policy)
        if first.width * 2 > width || rest.width * 2 > width {
            first = Line(runs: [], width: 0)
            rest = Line(runs: [], width: 0)
        }
        let map = ClusterMap(SafeText.joined(block.runs.map(\.text)), policy: policy)
        let ends = TextLayout.ends(of: block.runs, in: map.text.string)
        let spans = LineBreaker.spans(
            of: map, firstWidth: width - first.width, width: width - rest.width, wrapping: block.wrapping)
        var run = 0
        for (number, span) in spans.enumerated() {
            var line = number == 0 ? first : rest
            var from = span.clusters.lowerBound
            while from < span.clusters.upperBound {
                // A cluster has the look of the run that its first scalar belongs to.
                while run + 1 < ends.count, ends[run] <= map.starts[from] { run += 1 }
                var to = from + 1
                while to < span.clusters.upperBound, map.starts[to] < ends[run] { to += 1 }
                var piece = block.runs[run]
                piece.text = span.fits ? map.slice(from..<to) : "?"
                let columns = span.fits ? map.widths[from..<to].reduce(0, +) : 1
                line.runs.append(PlacedRun(x: line.width, width: columns, run: piece))
                line.width += columns
                from = to
            }
            lines.append(line)
        }
    }

    /// Runs side by side on one line, unbroken.
    static func place(_ runs: [TextRun], policy: WidthPolicy) -> Line {
        var line = Line(runs: [], width: 0)
        for run in runs where !run.text.isEmpty {
            let width = policy.width(of: run.text)
            line.runs.append(PlacedRun(x: line.width, width: width, run: run))
            line.width += width
        }
        return line
    }

    /// Runs on one line, cut with an ellipsis if they are wider than the width. O(width) past the first run.
    static func truncated(_ runs: [TextRun], width: Int, policy: WidthPolicy, ellipsis: SafeText) -> Line {
        let line = place(runs, policy: policy)
        return line.width <= width ? line : cut(line, ellipsis: ellipsis, width: width, policy: policy)
    }

    /// A line that ends in an ellipsis within the width, shortened by as much as that takes.
    private static func cut(_ line: Line, ellipsis: SafeText, width: Int, policy: WidthPolicy) -> Line {
        guard width > 0 else { return Line(runs: [], width: 0) }
        let mark = policy.width(of: ellipsis) <= width ? ellipsis : SafeText.empty
        let room = width - policy.width(of: mark)
        var result = Line(runs: [], width: 0)
        var last = line.runs.last?.run ?? TextRun(.empty, .text)
        for placed in line.runs {
            last = placed.run
            if result.width + placed.width <= room {
                result.runs.append(PlacedRun(x: result.width, width: placed.width, run: placed.run))
                result.width += placed.width
                continue
            }
            let string = placed.run.text.string
            var end = string.startIndex
            var columns = 0
            while end < string.endIndex {
                let next = policy.width(of: string[end])
                if result.width + columns + next > room { break }
                columns += next
                end = string.index(after: end)
            }
            if end > string.startIndex {
                var piece = placed.run
                piece.text = piece.text.slice(string.startIndex..<end)
                result.runs.append(PlacedRun(x: result.width, width: columns, run: piece))
                result.width += columns
            }
            break
        }
        if !mark.isEmpty {
            let columns = policy.width(of: mark)
            last.text = mark
            last.link = nil
            result.runs.append(PlacedRun(x: result.width, width: columns, run: last))
            result.width += columns
        }
        return result
    }

    /// Where each run ends in the joined text. Never empty.
    private static func ends(of runs: [TextRun], in text: String) -> [String.Index] {
        var ends: [String.Index] = []
        var index = text.startIndex
        for run in runs {
            index = text.utf8.index(index, offsetBy: run.text.string.utf8.count)
            ends.append(index)
        }
        return ends.isEmpty ? [text.endIndex] : ends
    }
}
