/// Asks a terminal what it can do, after the first paint: nothing waits for the answers, and they may never come. Pure:
/// the caller writes the questions, hands the replies in and keeps the clock.
///
/// First come the modes and the background, with the primary device attributes behind them, which every terminal
/// answers; then the widths of a few clusters, printed over the bottom row with the cursor asked for behind each. That
/// row is to be painted again when the probe ends.
public struct TerminalProbe: Sendable {
    /// Bytes for the terminal; only the probe makes them.
    public struct Question: Sendable, Hashable {
        /// The bytes as text.
        public let sequence: String
        /// Cursor positions that the terminal will answer.
        public let cursorReplies: Int
    }

    /// What the caller is to do.
    public enum Action: Sendable, Hashable {
        /// Nothing.
        case nothing
        /// Write a question.
        case ask(Question)
        /// The probe is over; `spoiledRow` is a row that it wrote over.
        case finished(TerminalFindings, spoiledRow: Int?)
    }

    private enum State: Sendable {
        case idle
        case askingModes
        case measuring(row: Int, columns: [Int])
        case over
    }

    /// Clusters whose widths tell terminals apart: a skin tone, a selector, an ambiguous character, one of Unicode 15.
    static let clusters = ["👍🏽", "❤️", "※", "\u{1FAE8}"]
    /// How long the probe waits in all, in milliseconds.
    public static let patience: Int64 = 3000

    /// When the probe gives up; `nil` while it does not run.
    public private(set) var deadline: Int64?
    /// What is known so far.
    public private(set) var findings = TerminalFindings()
    private var state = State.idle
    private var size = Size.zero

    /// A probe that has not begun.
    public init() {}

    /// Begins; the answer is the first question. Only once.
    public mutating func begin(size: Size, now: Int64) -> Action {
        guard case .idle = state else { return .nothing }
        state = .askingModes
        self.size = size
        deadline = now + Self.patience
        // DECRQM 2026 and 2027, OSC 11, DA1.
        return .ask(
            Question(sequence: "\u{1B}[?2026$p\u{1B}[?2027$p\u{1B}]11;?\u{1B}\\\u{1B}[c", cursorReplies: 0))
    }

    /// Takes a reply of the terminal; those that the probe did not ask for change nothing.
    public mutating func received(_ reply: TerminalReply) -> Action {
        switch (state, reply) {
        case (.askingModes, .mode(let mode, let setting)): take(mode, setting)
        case (.askingModes, .osc(11, let text)):
            if let color = TerminalFindings.Background(answer: text) { findings.background = color }
        case (.askingModes, .attributes): return measure()
        case (.measuring(let row, var columns), .cursor(let position)):
            // The window may have become lower in between; the columns count all the same.
            columns.append(position.x)
            if columns.count == Self.clusters.count {
                take(columns)
                return finish(spoiledRow: row)
            }
            state = .measuring(row: row, columns: columns)
        case (.idle, _), (.over, _), (.askingModes, _), (.measuring, _): break
        }
        return .nothing
    }

    /// Gives up if the deadline has come: what is known by then stands.
    public mutating func expire(now: Int64) -> Action {
        guard let deadline, now >= deadline else { return .nothing }
        return abandon()
    }

    /// Gives up at once, as before a suspend.
    public mutating func abandon() -> Action {
        switch state {
        case .idle, .over: return .nothing
        case .askingModes: return finish(spoiledRow: nil)
        case .measuring(let row, _): return finish(spoiledRow: row)
        }
    }

    private mutating func take(_ mode: Int, _ setting: Int) {
        // 1 set, 2 reset, 3 and 4 for ever so, 0 not known.
        switch mode {
        case 2026: findings.synchronizesOutput = setting == 1 || setting == 2
        case 2027: findings.hasClusterMode = setting == 1 || setting == 2 || setting == 3
        default: break
        }
    }

    private mutating func measure() -> Action {
        let widest = 8
        guard size.width >= widest, size.height >= 2 else { return finish(spoiledRow: nil) }
        let row = size.height - 1
        // Mode 2027 first: the widths are those it leads to. The clusters are concealed where that is understood.
        var sequence = findings.hasClusterMode == true ? "\u{1B}[?2027h" : ""
        if findings.synchronizesOutput == true { sequence += "\u{1B}[?2026h" }
        sequence += "\u{1B}7\u{1B}[0;8m"
        for cluster in Self.clusters { sequence += "\u{1B}[\(row + 1);1H\(cluster)\u{1B}[6n" }
        sequence += "\u{1B}[0m\u{1B}[\(row + 1);1H\u{1B}[K\u{1B}8"
        state = .measuring(row: row, columns: [])
        return .ask(Question(sequence: sequence, cursorReplies: Self.clusters.count))
    }

    private mutating func take(_ columns: [Int]) {
        // Columns that no reading of the standards gives are somebody's mistake and say nothing.
        if columns[0] == 2 || columns[0] == 4 { findings.joinsClusters = columns[0] == 2 }
        if columns[1] == 1 || columns[1] == 2 { findings.widensSelected = columns[1] == 2 }
        if columns[2] == 1 || columns[2] == 2 { findings.ambiguousIsWide = columns[2] == 2 }
        if columns[3] == 0 || columns[3] == 2 { findings.showsNewest = columns[3] == 2 }
    }

    private mutating func finish(spoiledRow: Int?) -> Action {
        state = .over
        deadline = nil
        return .finished(findings, spoiledRow: spoiledRow)
    }
}
