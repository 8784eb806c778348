public import Cells

/// A paragraph: what stands between two line breaks.
public struct TextBlock: Sendable, Hashable {
    /// How it is wrapped.
    public enum Wrapping: Sendable, Hashable {
        /// At spaces and between ideographs; long words at cells.
        case words
        /// At cells only, every space kept: code.
        case cells
    }

    /// What stands before the first line.
    public var firstPrefix: [TextRun]
    /// What stands before the other lines (the hanging indent); as wide as the first, or the lines are ragged.
    public var restPrefix: [TextRun]
    /// The text, without line breaks.
    public var runs: [TextRun]
    /// How it is wrapped.
    public var wrapping: Wrapping

    /// Makes a paragraph.
    public init(
        _ runs: [TextRun], firstPrefix: [TextRun] = [], restPrefix: [TextRun] = [], wrapping: Wrapping = .words
    ) {
        self.runs = runs
        self.firstPrefix = firstPrefix
        self.restPrefix = restPrefix
        self.wrapping = wrapping
    }

    /// A paragraph of one look for each line of a text.
    public static func lines(of text: SafeText, role: FlowRole) -> [TextBlock] {
        text.lines.map { TextBlock([TextRun($0, role)]) }
    }
}
