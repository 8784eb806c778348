/// How many columns text takes on the terminal in front of us. A value that is passed in, never a global.
public struct WidthPolicy: Sendable, Hashable {
    /// How clusters of several scalars are counted.
    public enum Clusters: Sendable, Hashable {
        /// The sum of the scalars' widths: what glibc and tmux 3.3 do.
        case perScalar
        /// One width for the whole cluster: what modern terminals do.
        case perCluster
    }

    /// A part of a cluster that is painted as one cell.
    public struct Piece: Sendable, Hashable {
        /// The scalars to send to the terminal.
        public let text: String
        /// Columns that they take: 1 or 2.
        public let width: Int
    }

    /// How clusters are counted.
    public var clusters: Clusters
    /// Whether East Asian ambiguous characters take two columns.
    public var ambiguousIsWide: Bool

    /// Makes a policy.
    public init(clusters: Clusters = .perCluster, ambiguousIsWide: Bool = false) {
        self.clusters = clusters
        self.ambiguousIsWide = ambiguousIsWide
    }

    /// Modern terminals.
    public static let perCluster = WidthPolicy(clusters: .perCluster)
    /// glibc, ncurses and tmux 3.3.
    public static let perScalar = WidthPolicy(clusters: .perScalar)

    /// The policy to begin with, before the terminal was asked: tmux and screen count scalars, others clusters.
    ///
    /// - Parameters:
    ///   - term: the value of the environment's TERM, if it has one.
    ///   - isInsideTmux: whether TMUX is set, whatever TERM says.
    public static func initial(term: String?, isInsideTmux: Bool = false) -> WidthPolicy {
        if isInsideTmux { return .perScalar }
        guard let term else { return .perCluster }
        return term.hasPrefix("tmux") || term.hasPrefix("screen") ? .perScalar : .perCluster
    }

    /// Columns of one grapheme cluster, 1 or more (a cluster always takes room when it is drawn). O(scalars).
    ///
    /// The sum of its scalars' widths (a family of four: 8); under `perCluster` an emoji sequence takes 2 at most,
    /// whatever it is joined of, and 2 when U+FE0F asks for the emoji's picture.
    public func width(of cluster: Character) -> Int {
        let scalars = cluster.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let rest = scalars.dropFirst()
        if rest.isEmpty { return max(1, width(of: first)) }
        let sum = scalars.reduce(0) { $0 + width(of: $1) }
        if clusters == .perCluster, WidthTable.entry(of: first).isEmoji {
            if rest.first == "\u{FE0F}" { return 2 }
            if first.value >= 0x80 { return min(2, max(1, sum)) }
        }
        return max(1, sum)
    }

    /// Columns of a cluster that is one scalar, which is painted as one cell; `nil` for any other.
    func width(ofSingle cluster: Character) -> Int? {
        let scalars = cluster.unicodeScalars
        let first = scalars.startIndex
        guard scalars.index(after: first) == scalars.endIndex else { return nil }
        return max(1, width(of: scalars[first]))
    }

    /// Whether every byte is a printable character of ASCII.
    static func isPrintableASCII(_ text: SafeText) -> Bool {
        (text.string.utf8.withContiguousStorageIfAvailable(printableASCII) ?? -1) >= 0
    }

    /// Columns of a text without line breaks. O(n), with a fast path for ASCII.
    public func width(of text: SafeText) -> Int {
        let utf8 = text.string.utf8
        if let count = utf8.withContiguousStorageIfAvailable(Self.printableASCII), count >= 0 { return count }
        var columns = 0
        for character in text.string { columns += width(of: character) }
        return columns
    }

    /// The cells that a cluster is painted with; their widths add up to `width(of:)`.
    ///
    /// A cell holds one or two columns, so a longer cluster is painted as several: under `perCluster` as many scalars
    /// to a cell as fit (Indic conjuncts, lone jamo). A `perScalar` terminal lays scalars side by side, so there each
    /// scalar that takes columns becomes a cell with the marks behind it, and what would make a terminal further out
    /// join them again and shift the line (U+200D, variation selectors, tags) is left out.
    public func pieces(of cluster: Character) -> [Piece] {
        let whole = width(of: cluster)
        let perScalar = clusters == .perScalar
        if whole <= (perScalar ? 1 : 2), !perScalar || cluster.unicodeScalars.count == 1 {
            return [Piece(text: String(cluster), width: whole)]
        }
        let room = perScalar ? 0 : 2
        var pieces: [Piece] = []
        var text = String.UnicodeScalarView()
        var columns = 0
        for scalar in cluster.unicodeScalars where !perScalar || !Self.isJoining(scalar) {
            let width = width(of: scalar)
            if width > 0, columns > 0, columns + width > room {
                pieces.append(Piece(text: String(text), width: columns))
                text = String.UnicodeScalarView()
                columns = 0
            }
            text.append(scalar)
            columns += width
        }
        if text.isEmpty { text.append("\u{FFFD}") }
        pieces.append(Piece(text: String(text), width: max(1, columns)))
        return pieces
    }

    /// Columns of one scalar: 0, 1 or 2.
    func width(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
        return WidthTable.entry(of: scalar).width(ambiguousIsWide: ambiguousIsWide)
    }

    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200D, 0xFE00...0xFE0F, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    /// The number of bytes if all are printable ASCII, -1 otherwise.
    private static func printableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        for byte in bytes where byte < 0x20 || byte >= 0x7F { return -1 }
        return bytes.count
    }
}
