package import IMModel

/// What one step of the removal of old messages did.
package struct RetentionStep: Sendable, Hashable {
    /// Where the next step goes on. Opaque.
    package struct Cursor: Sendable, Hashable {
        let session: Int64
        let order: Int64
        let id: Int64
        /// Of this session, what lies before goes by its number.
        let limit: Limit?

        struct Limit: Sendable, Hashable {
            let order: Int64
            let id: Int64
        }
    }

    /// What is gone, by session.
    package var removed: [SessionID: [MessageID]] = [:]
    /// The sessions as they are now.
    package var sessions: [Session] = []
    /// The next step; `nil` when all sessions were looked at.
    package var next: Cursor?
}
