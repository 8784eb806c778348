/// How far a message has come. An engine reports only what it can know.
public enum DeliveryState: Sendable, Hashable {
    /// Came in from somebody else.
    case incoming
    /// Stored, waiting for a connection.
    case waiting
    /// Written to the connection, not yet acknowledged.
    case sending
    /// The server has it (GoBelieve's ACK means: stored by the server).
    case sent
    /// It reached the receiver's device.
    case delivered
    /// The receiver has read it.
    case read
    /// It did not go out, and why.
    case failed(SendFailure)

    /// Whether this is an own message, in whatever state.
    public var isOwn: Bool { self != .incoming }
}
