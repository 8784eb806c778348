public import EventLoop

/// Why the directory gave no answer.
public enum DirectoryError: Error, Sendable, Hashable {
    /// No connection; the transport's reason.
    case unreachable(TransportError?)
    /// No answer within the time-out.
    case timedOut
    /// The directory refused: the HTTP status and its words (remote text).
    case refused(Int, String)
    /// An answer that fits no call.
    case unexpectedAnswer
    /// What came is no answer at all.
    case malformedAnswer
    /// The call was given up.
    case cancelled

    /// In words, remote text included.
    public var words: String {
        switch self {
        case .unreachable: "the directory cannot be reached"
        case .timedOut: "the directory does not answer"
        case .refused(let status, let message): message.isEmpty ? "the directory refused (\(status))" : message
        case .unexpectedAnswer, .malformedAnswer: "the directory gave an answer that makes no sense"
        case .cancelled: "given up"
        }
    }
}
