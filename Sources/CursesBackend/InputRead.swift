/// What reading the terminal gave.
public enum InputRead: Sendable, Equatable {
    /// Bytes, at least one.
    case bytes([UInt8])
    /// Nothing is there now.
    case nothing
    /// The terminal is gone (end of file, hang-up): nothing will come any more.
    case end
}
