/// How long messages are kept on this machine; without limits for ever.
public struct Retention: Sendable, Hashable {
    /// Messages older than so many days go.
    public var days: Int?
    /// Of each session the newest so many stay.
    public var messages: Int?

    /// Makes a retention.
    public init(days: Int? = nil, messages: Int? = nil) {
        self.days = days
        self.messages = messages
    }
}
