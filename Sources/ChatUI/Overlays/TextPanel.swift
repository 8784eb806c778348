import Cells

/// Text over the screen that can be scrolled: help, details, a whole message. A value; wrapped when it is drawn.
struct TextPanel: Hashable {
    /// A line before wrapping.
    struct Line: Hashable {
        /// What stands in the left column; empty for a line that takes the whole width.
        var label: SafeText = .empty
        /// The text.
        var text: SafeText
        /// Whether it is a heading.
        var isHeading = false
    }

    /// A row of cells.
    struct Row: Hashable {
        var label: SafeText
        var text: SafeText
        var isHeading: Bool
        var indent: Int
    }

    /// What the rows were made for.
    private struct Fit: Hashable {
        var width: Int
        var policy: WidthPolicy
    }

    let title: SafeText
    let lines: [Line]
    /// Whether any key closes it and then does what it does elsewhere.
    var closesAtAnyKey = false
    var scroll = 0
    /// The line that is to be seen, until it was drawn.
    var start: Int?
    /// Rows of the window as last drawn, for paging.
    var window = 1
    /// The wrapped text as last drawn.
    private(set) var rows: [Row] = []
    private var fit: Fit?

    init(title: SafeText, lines: [Line], closesAtAnyKey: Bool = false, start: Int? = nil) {
        self.title = title
        self.lines = lines
        self.closesAtAnyKey = closesAtAnyKey
        self.start = start
    }

    var height: Int { max(1, rows.count) }

    mutating func move(by rows: Int) { scroll = min(max(0, scroll + rows), max(0, height - window)) }

    /// Columns that all lines have room in, at most so many.
    func width(atMost limit: Int, policy: WidthPolicy) -> Int {
        if let fit, fit.policy == policy, fit.width == limit { return limit }
        let widest = lines.reduce(0) { max($0, policy.width(of: $1.text)) }
        return max(1, min(limit, max(30, policy.width(of: title) + 4, widestLabel(policy) + widest + 2)))
    }

    /// Wraps the lines, once for each width, and goes to the line that is to be seen, two rows above it.
    mutating func wrap(width: Int, policy: WidthPolicy) {
        let wanted = Fit(width: width, policy: policy)
        guard fit != wanted else { return }
        fit = wanted
        rows = []
        let labels = min(width / 3, widestLabel(policy))
        for (number, line) in lines.enumerated() {
            if number == start { scroll = max(0, rows.count - 2) }
            let indent = line.label.isEmpty ? 0 : labels + 2
            var label = line.label
            if !label.isEmpty, policy.width(of: label) > labels {
                rows += TextFit.wrap(label, columns: width, policy: policy)
                    .map { Row(label: $0, text: .empty, isHeading: false, indent: 0) }
                label = .empty
            }
            for piece in TextFit.wrap(line.text, columns: width - indent, policy: policy) {
                rows.append(Row(label: label, text: piece, isHeading: line.isHeading, indent: indent))
                label = .empty
            }
        }
        start = nil
    }

    private func widestLabel(_ policy: WidthPolicy) -> Int {
        lines.reduce(0) { max($0, $1.label.isEmpty ? 0 : policy.width(of: $1.label)) }
    }
}
