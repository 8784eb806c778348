package import IMModel

/// A message that waits for its acknowledgement.
package struct OutboxEntry: Sendable, Hashable {
    /// The message, state `waiting`.
    package var message: Message
    /// How often it was handed to a connection.
    package var attempts: Int
}
