/// Why an own message did not go out. The interface has one sentence for each.
public enum SendFailure: Error, Sendable, Hashable {
    /// No acknowledgement came within the time-out.
    case timedOut
    /// The connection was lost and the message could not be sent again.
    case disconnected
    /// The receiver is not my friend (status 1).
    case notMyFriend
    /// I am not the receiver's friend (status 2).
    case notTheirFriend
    /// The receiver has me on the blacklist (status 3).
    case blacklisted
    /// I am no member of the group (status 64).
    case notMember
    /// There is no such group (status 65).
    case noSuchGroup
    /// The content is larger than can be delivered; sizes in bytes.
    case tooLarge(size: Int, limit: Int)
    /// The session cannot do this at all.
    case unsupported
    /// A precheck or preparation refused, in its own words (raw text).
    case refused(String)
    /// The server refused with a status that is not known.
    case rejected(status: Int)
    /// The message could not be stored, so it was not sent.
    case notStored(String)
    /// It was given up by the user.
    case cancelled

    /// Whether the server will not have the message, now or later: nobody is there, or it is not for us to write there.
    package var isRefusal: Bool {
        switch self {
        case .notMyFriend, .notTheirFriend, .blacklisted, .notMember, .noSuchGroup, .rejected: true
        case .timedOut, .disconnected, .tooLarge, .unsupported, .refused, .notStored, .cancelled: false
        }
    }
}
