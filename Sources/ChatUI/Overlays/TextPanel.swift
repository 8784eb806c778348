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

    let title: SafeText
    let lines: [Line]
    /// Whether any key closes it and then does what it does elsewhere.
    var closesAtAnyKey = false
    var scroll = 0
    /// Rows of the window and of the wrapped text as last drawn, for paging.
    var window = 1
    var height = 1

    mutating func move(by rows: Int) { scroll = min(max(0, scroll + rows), max(0, height - window)) }
}
