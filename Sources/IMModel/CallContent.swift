/// Call signalling, or the local record of a call that was.
public struct CallContent: Sendable, Hashable {
    /// What the message tells about the call.
    public enum Event: Sendable, Hashable {
        /// Somebody calls; video or voice only.
        case dial(video: Bool)
        /// The call was taken.
        case accept
        /// Both sides are connected.
        case connected
        /// The call was refused by us.
        case refuse
        /// The call was refused by the other side.
        case refused
        /// Somebody hung up.
        case hangUp
        /// The line was reset (busy, lost).
        case reset
        /// The other side is in another call.
        case talking
        /// The record of a finished call, seconds long.
        case record(seconds: Int, video: Bool)
        /// A command with a number that is not known.
        case other(Int)
    }

    /// What happened.
    public var event: Event
    /// The channel that the two sides agreed on, opaque.
    public var channel: String?

    /// Makes the content.
    public init(event: Event, channel: String? = nil) {
        self.event = event
        self.channel = channel
    }
}
