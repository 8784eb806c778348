public import Cells

/// What all rows of a list share: configuration, measures, words, columns. Immutable, so that a context costs little.
public final class RowSurroundings: Sendable {
    /// The session's configuration.
    public let configuration: SessionConfiguration
    /// The theme's measures and signs. Colours are no part of a layout: views name roles.
    public let metrics: FlowMetrics
    /// The words.
    public let strings: FlowStrings
    /// How columns are counted.
    public let policy: WidthPolicy

    /// Makes surroundings.
    public init(
        configuration: SessionConfiguration = SessionConfiguration(), metrics: FlowMetrics = FlowMetrics(),
        strings: FlowStrings = .english, policy: WidthPolicy = .perCluster
    ) {
        self.configuration = configuration
        self.metrics = metrics
        self.strings = strings
        self.policy = policy
    }
}
