public import IMModel

/// What a session wants of its message flow. Plain values; a change takes effect by `reconfigure` on the controller.
public struct SessionConfiguration: Sendable {
    /// How times and days are shown.
    public struct TimeDisplay: Sendable, Hashable {
        /// Minutes of silence after which a time line appears; 0 for none.
        public var gapMinutes: Int
        /// Whether each day starts with a line.
        public var dayLines: Bool
        /// 24-hour or 12-hour times.
        public var uses24Hours: Bool
        /// The year that goes without saying; `nil`: a day line tells the year where it changes.
        public var thisYear: Int?

        /// Makes the display.
        public init(gapMinutes: Int = 0, dayLines: Bool = true, uses24Hours: Bool = true, thisYear: Int? = nil) {
            self.gapMinutes = gapMinutes
            self.dayLines = dayLines
            self.uses24Hours = uses24Hours
            self.thisYear = thisYear
        }
    }

    /// Messages asked for at once.
    public var pageSize = 50
    /// Whether older pages are fetched by themselves.
    public var loadsHistoryAutomatically = true
    /// How many screenfuls before the end of what is loaded the next page is asked for.
    public var historyScreenfulsAhead = 2
    /// Whether a change of the data is applied as its difference; off means every row is laid out anew, same result.
    public var incrementalRefresh = true
    /// Rows kept in memory; pages at the far end are dropped past it and fetched again when needed.
    public var windowLimit = 2000
    /// Times and days.
    public var timeDisplay = TimeDisplay()
    /// Consecutive messages of one sender within so many seconds share avatar and name; 0 for never.
    public var groupingSeconds = 300
    /// Whether own messages stand at the right.
    public var ownMessagesAtRight = true
    /// Whether links, mentions, code, bold and quotes inside texts are styled.
    public var stylesText = true
    /// A text of more rows is folded, so that one message does not push all others away; 0 for never.
    public var foldsAboveRows = 40
    /// Rows shown of a folded text.
    public var rowsOfFolded = 20
    /// The components whose layouts are kept as snapshots.
    public var snapshotComponents: Set<MessageComponent> = Set(MessageComponent.allCases)
    /// How many row snapshots are kept.
    public var snapshotLimit = 4000
    /// Local time of a message, by libc or by the tests' own zone.
    public var localTime: @Sendable (_ milliseconds: Int64) -> LocalTime = LocalTime.utc(milliseconds:)

    /// The defaults.
    public init() {}

    /// When a message was said, on the user's calendar; `nil` where its time is not known (0 or less). Times past the
    /// year 9999 count as its end.
    public func time(of message: Message) -> LocalTime? {
        message.timestamp > 0 ? localTime(min(message.timestamp, 253_402_300_799_999)) : nil
    }
}
