public import Cells
public import IMModel

/// All that a view may depend on: the message, its neighbours, and the surroundings it is shown in.
public struct MessageViewContext: Sendable {
    /// The message with its neighbours.
    public var row: RowContext
    /// What follows from the neighbours.
    public var facts: RowFacts
    /// How the width is shared out.
    public var geometry: RowGeometry
    /// The session's configuration.
    public var configuration: SessionConfiguration
    /// The theme's measures and signs. Colours are no part of a layout: views name roles.
    public var metrics: FlowMetrics
    /// The words.
    public var strings: FlowStrings
    /// How columns are counted.
    public var policy: WidthPolicy

    /// Makes a context.
    public init(
        row: RowContext, facts: RowFacts, geometry: RowGeometry, configuration: SessionConfiguration,
        metrics: FlowMetrics, strings: FlowStrings, policy: WidthPolicy
    ) {
        self.row = row
        self.facts = facts
        self.geometry = geometry
        self.configuration = configuration
        self.metrics = metrics
        self.strings = strings
        self.policy = policy
    }

    /// The message.
    public var message: Message { row.message }

    /// The sender's name, sanitised for one line.
    public var senderName: SafeText { TextSanitizer.line(String(message.sender.displayName.prefix(200))) }

    /// The time of the message as text.
    public var timeText: SafeText {
        strings.time(configuration.localTime(message.timestamp), configuration.timeDisplay.uses24Hours)
    }
}
