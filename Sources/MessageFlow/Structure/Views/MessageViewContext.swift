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
    /// What all rows of the list share.
    public var surroundings: RowSurroundings

    /// Makes a context.
    public init(row: RowContext, facts: RowFacts, geometry: RowGeometry, surroundings: RowSurroundings) {
        self.row = row
        self.facts = facts
        self.geometry = geometry
        self.surroundings = surroundings
    }

    /// The session's configuration.
    public var configuration: SessionConfiguration { surroundings.configuration }
    /// The theme's measures and signs.
    public var metrics: FlowMetrics { surroundings.metrics }
    /// The words.
    public var strings: FlowStrings { surroundings.strings }
    /// How columns are counted.
    public var policy: WidthPolicy { surroundings.policy }

    /// The message.
    public var message: Message { row.message }

    /// The sender's name, sanitised for one line.
    public var senderName: SafeText { TextSanitizer.line(String(message.sender.displayName.prefix(200))) }

    /// The time of the message as text.
    public var timeText: SafeText {
        strings.time(configuration.localTime(message.timestamp), configuration.timeDisplay.uses24Hours)
    }
}
