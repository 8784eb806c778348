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

    /// The sender's name, sanitised for one line; `#id` where there is nothing in it to be seen.
    public var senderName: SafeText {
        let name = TextSanitizer.line(String(message.sender.displayName.prefix(200)))
        guard name.string.allSatisfy(\.isWhitespace) else { return name }
        return "#\(TextSanitizer.line(String(message.sender.id.rawValue.prefix(40))))"
    }

    /// The time of the message as text; empty where it is not known.
    public var timeText: SafeText {
        guard let time = configuration.time(of: message) else { return .empty }
        return strings.time(time, configuration.timeDisplay.uses24Hours)
    }
}
