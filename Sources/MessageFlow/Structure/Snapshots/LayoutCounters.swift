/// What the layouts have cost so far, for a debug overlay and for benchmarks on counts.
public struct LayoutCounters: Sendable, Hashable {
    /// Components found as snapshots.
    public var hits = 0
    /// Components looked for and not found.
    public var misses = 0
    /// Components laid out by their strategy.
    public var computed = 0
    /// Messages whose snapshots were dropped because there were too many.
    public var evicted = 0
    /// Sizes that no strategy may answer (zero, negative, wider than asked); they were put right.
    public var nonsenseSizes = 0

    /// Nothing yet.
    public init() {}

    /// The part of the look-ups that hit, 0…1; 0 before the first.
    public var hitRate: Double { hits + misses == 0 ? 0 : Double(hits) / Double(hits + misses) }
}
