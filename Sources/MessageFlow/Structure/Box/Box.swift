public import Cells

/// A declarative tree of what a view shows, solved for a width by `BoxSolver`.
///
/// A box never gets wider than the width it is given; what has no room is cut, wrapped or left out.
public indirect enum Box: Sendable, Hashable {
    /// Where something narrower stands in something wider.
    public enum HorizontalAlignment: Sendable, Hashable {
        /// At the left.
        case leading
        /// In the middle, the odd column at the right.
        case center
        /// At the right.
        case trailing
    }

    /// Where something lower stands beside something higher.
    public enum VerticalAlignment: Sendable, Hashable {
        /// At the top.
        case top
        /// In the middle, the odd row below.
        case middle
        /// At the bottom.
        case bottom
    }

    /// Nothing.
    case empty
    /// Paragraphs, wrapped; at most so many lines if given, the last one then ends in an ellipsis.
    case text([TextBlock], maxLines: Int? = nil)
    /// One line, cut with an ellipsis where it does not fit.
    case line([TextRun])
    /// A sign repeated over all the width there is.
    case rule(SafeText, FlowRole)
    /// Takes the room that is left in a horizontal stack, at least so many columns.
    case spacer(minimum: Int = 0)
    /// Boxes side by side, rules and spacers without spacing. First those of fixed width take theirs in order, then the flexible ones, then rules and
    /// spacers share what is left. A box for which no column is left is left out.
    case horizontal([Box], spacing: Int = 0, alignment: VerticalAlignment = .top)
    /// Boxes below each other; empty ones take no spacing.
    case vertical([Box], spacing: Int = 0, alignment: HorizontalAlignment = .leading)
    /// A box with free cells around it.
    case padded(Box, BoxInsets)
    /// A box within bounds; in a larger minimum it is aligned.
    case bounded(Box, BoxBounds, horizontal: HorizontalAlignment = .leading, vertical: VerticalAlignment = .top)
    /// A box in a horizontal stack that gets what the fixed ones leave, and may be cut.
    case flexible(Box)
    /// A named part of the picture, told by hit tests.
    case region(Box, name: String)

    /// A box as wide as there is room.
    public static func filling(_ box: Box, _ alignment: HorizontalAlignment) -> Box {
        .bounded(box, BoxBounds(minWidth: .max), horizontal: alignment)
    }

    /// One line in one look.
    public static func line(_ text: SafeText, _ role: FlowRole) -> Box { .line([TextRun(text, role)]) }
}

/// Free cells around a box; negative values count as 0.
public struct BoxInsets: Sendable, Hashable {
    /// Rows above.
    public var top: Int
    /// Columns at the left.
    public var left: Int
    /// Rows below.
    public var bottom: Int
    /// Columns at the right.
    public var right: Int

    /// Makes insets.
    public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
        self.top = max(0, top)
        self.left = max(0, left)
        self.bottom = max(0, bottom)
        self.right = max(0, right)
    }
}

/// Bounds of a box in cells. A minimum width never exceeds the room that is there; a minimum wins over a maximum.
public struct BoxBounds: Sendable, Hashable {
    /// At least so many columns, as far as there is room.
    public var minWidth: Int
    /// At most so many columns.
    public var maxWidth: Int
    /// At least so many rows.
    public var minHeight: Int
    /// At most so many rows; what is below is cut off.
    public var maxHeight: Int

    /// Makes bounds; what is not given does not bind.
    public init(minWidth: Int = 0, maxWidth: Int = .max, minHeight: Int = 0, maxHeight: Int = .max) {
        self.minWidth = max(0, minWidth)
        self.maxWidth = max(0, maxWidth)
        self.minHeight = min(max(0, minHeight), 10_000)
        self.maxHeight = max(0, maxHeight)
    }
}
