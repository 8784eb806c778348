/// How long messages are kept. Without limits everything is kept for ever.
package struct RetentionPolicy: Sendable, Hashable {
    /// Messages from before this moment go (ms since 1970).
    package var notBefore: Int64?
    /// Of each session so many stay at least and no more than that, by the newest.
    package var messages: Int?

    /// Makes a policy.
    package init(notBefore: Int64? = nil, messages: Int? = nil) {
        self.notBefore = notBefore
        self.messages = messages
    }

    /// Whether nothing is ever removed.
    package var keepsAll: Bool { notBefore == nil && messages == nil }
}
