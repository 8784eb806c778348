/// What is wrong with a frame. Sizes are bytes of the body.
package enum WireError: Error, Sendable, Hashable {
    /// The length in the header is below 0; the stream cannot be read any further.
    case negativeLength(command: UInt8, length: Int32)
    /// The length is above the limit; the stream cannot be read any further.
    case bodyTooLarge(command: UInt8, length: Int, limit: Int)
    /// No server ever had this command.
    case unknownCommand(UInt8)
    /// The command exists, but not this way or not in this dialect.
    case commandNotAllowed(Command, FrameDirection)
    /// The body ends before its fields do.
    case shortBody(Command, expected: Int, actual: Int)
    /// The command has no body, but one came.
    case unexpectedBody(Command, actual: Int)
    /// A text with a one-byte length is longer than the limit (encoding only).
    case fieldTooLong(Command, field: String, length: Int, limit: Int)
    /// A body made by us names a command that has a layout of its own (encoding only).
    case notLegacy(Command)

    /// Whether the next frame can still be found: the faulty frame has been skipped whole.
    ///
    /// Servers close on every error (protocol document, section 2). A client may go on, so that one new command of a
    /// newer server does not cut it off.
    package var isRecoverable: Bool {
        switch self {
        case .negativeLength, .bodyTooLarge: false
        case .unknownCommand, .commandNotAllowed, .shortBody, .unexpectedBody, .fieldTooLong, .notLegacy: true
        }
    }
}

extension WireError: CustomStringConvertible {
    /// The error in one line for the log; holds no remote text.
    package var description: String {
        switch self {
        case .negativeLength(let command, let length): "command \(command): length \(length) is negative"
        case .bodyTooLarge(let command, let length, let limit):
            "command \(command): body of \(length) bytes, at most \(limit) are allowed"
        case .unknownCommand(let command): "command \(command) is not known"
        case .commandNotAllowed(let command, let direction):
            "command \(command.rawValue) (\(command)) is not allowed "
                + (direction == .fromClient ? "from a client" : "from a server")
        case .shortBody(let command, let expected, let actual):
            "command \(command.rawValue) (\(command)): body of \(actual) bytes, \(expected) are needed"
        case .unexpectedBody(let command, let actual):
            "command \(command.rawValue) (\(command)): body of \(actual) bytes where none belongs"
        case .fieldTooLong(let command, let field, let length, let limit):
            "command \(command.rawValue) (\(command)): \(field) of \(length) bytes, at most \(limit) are allowed"
        case .notLegacy(let command): "command \(command.rawValue) (\(command)) has a body type of its own"
        }
    }
}
