/// What a row takes from its neighbours and its place; small, so that a change above a row lays it out anew only if it
/// matters. Part of a snapshot's key.
public struct RowFacts: Sendable, Hashable {
    /// Whether a day line stands above.
    public var startsDay = false
    /// Whether that line tells the year.
    public var showsYear = false
    /// Whether a time line stands above, after a silence.
    public var endsSilence = false
    /// Whether the "new since you last read" line stands above.
    public var startsUnread = false
    /// What stands above of messages that are missing there.
    public var gap: GapLine?
    /// Whether avatar and name are those of the row above.
    public var isGrouped = false
    /// Whether it is an own message.
    public var isOwn = false
    /// Whether it is an own message on the link now; states that come and go in one version of a message.
    public var isSending = false

    /// Nothing special.
    public init() {}

    /// Whether any line stands above.
    public var hasTimeline: Bool { startsDay || endsSilence || startsUnread || gap != nil }
}
