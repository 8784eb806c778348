public import Cells
public import IMModel

/// Every word that rows show of their own: one value per language, injected. Names that come in are sanitised already.
public struct FlowStrings: Sendable {
    /// The words of the "new" line.
    public var newMessages: SafeText = "new since you last read"
    /// The keys that the sentences name.
    public var keys = FlowKeys()
    /// The words of the line where messages are missing.
    public var gap: @Sendable (GapLine, FlowKeys) -> SafeText = FlowStrings.englishGap
    /// How many lines of a long text are not shown; or about how many.
    public var more: @Sendable (_ lines: Int, _ isAbout: Bool, FlowKeys) -> SafeText = FlowStrings.englishMore
    /// A day: weekday, day, month, and the year where it must be told.
    public var day: @Sendable (_ time: LocalTime, _ showsYear: Bool) -> SafeText = FlowStrings.englishDay
    /// A time of day, in 24 or 12 hours.
    public var time: @Sendable (_ time: LocalTime, _ uses24Hours: Bool) -> SafeText = FlowStrings.englishTime
    /// A message that answers another which is not at hand.
    public var missingQuote: SafeText = "a message that is not here"
    /// A text of nothing but blanks and what cannot be seen.
    public var emptyMessage: SafeText = "(empty message)"
    /// A picture.
    public var image: SafeText = "picture"
    /// A voice message.
    public var audio: SafeText = "voice message"
    /// A film.
    public var video: SafeText = "video"
    /// A file.
    public var file: SafeText = "file"
    /// A place.
    public var location: SafeText = "location"
    /// A link card without a title.
    public var link: SafeText = "link"
    /// A file without a name.
    public var unnamedFile: SafeText = "unnamed file"
    /// A size in bytes.
    public var byteCount: @Sendable (Int64) -> SafeText = FlowStrings.englishByteCount
    /// A message that was taken back by somebody.
    public var revoked: @Sendable (_ name: SafeText) -> SafeText = { "\($0) took back a message" }
    /// An own message that was taken back.
    public var revokedByMe: SafeText = "you took back a message"
    /// A kind that is not known; the key is its name on the wire.
    public var unknown: @Sendable (_ key: SafeText?) -> SafeText = {
        if let key = $0, !key.isEmpty { return "a message of a kind that is not known here (\(key))" }
        return "a message of a kind that is not known here"
    }
    /// A change of a group.
    public var notification: @Sendable (GroupNotification, _ me: ContactID?) -> SafeText = FlowStrings
        .englishNotification
    /// Who the user is: a change of the group that is about them says "you".
    public var me: ContactID?
    /// Call signalling.
    public var call: @Sendable (CallContent, _ isOwn: Bool, FlowKeys) -> SafeText = FlowStrings.englishCall
    /// Why a message did not go out, with what can be done.
    public var failure: @Sendable (SendFailure, FlowKeys) -> SafeText = FlowStrings.englishFailure
    /// How many have read a message, 1 or more.
    public var readers: @Sendable (Int) -> SafeText = { $0 == 1 ? "read by 1" : "read by \($0)" }

    /// English.
    public init() {}

    /// English.
    public static let english = FlowStrings()
}
