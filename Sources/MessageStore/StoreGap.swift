package import IMModel

/// A stretch of a session of which the store knows that it does not have it.
package struct StoreGap: Sendable, Hashable {
    /// Why the messages are not here. The raw values are in files: never change them.
    package enum Kind: Int64, Sendable, Hashable {
        /// They never came.
        case missing = 0
        /// The retention settings have removed them; they are not fetched again.
        case removed = 1
    }

    /// Its number in the file.
    package let key: Int64
    /// Why.
    package let kind: Kind
    /// The first message behind it.
    package let before: MessageID
    /// Whether it reaches to the session's beginning.
    package let isBeginning: Bool
}
