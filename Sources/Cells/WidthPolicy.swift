/// How many columns text takes on the terminal in front of us. A value that is passed in, never a global.
public struct WidthPolicy: Sendable, Hashable {
    /// How clusters of several scalars are counted.
    public enum Clusters: Sendable, Hashable {
        /// The sum of the scalars' widths: what glibc and tmux 3.3 do.
        case perScalar
        /// One width for the whole cluster: what modern terminals do.
        case perCluster
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

    /// Columns of one grapheme cluster, 1 or more (a cluster always takes room when it is drawn).
    public func width(of cluster: Character) -> Int {
        guard let first = cluster.unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return 1 }
        return (0x1100...0x115F).contains(first.value) || (0x2E80...0xFFDC).contains(first.value)
            || (0x1F300...0x1FAFF).contains(first.value) ? 2 : 1
    }

    /// Columns of a text without line breaks. O(n), with a fast path for ASCII.
    public func width(of text: SafeText) -> Int {
        var columns = 0
        for character in text.string { columns += width(of: character) }
        return columns
    }
}
