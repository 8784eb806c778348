/// What a message says, typed. The verbatim text that travelled is kept beside it in `Message.rawContent`.
///
/// All strings inside are remote text and raw; whatever shows them sanitises them.
public enum MessageContent: Sendable, Hashable {
    /// Text with mentions.
    case text(TextContent)
    /// A picture at a URL; width and height in pixels, 0 where not told.
    case image(url: String, width: Int, height: Int)
    /// A voice message at a URL; duration in seconds.
    case audio(url: String, seconds: Int)
    /// A film at a URL.
    case video(VideoContent)
    /// A file at a URL; `size` in bytes, `nil` where not told.
    case file(url: String, name: String, size: Int64?)
    /// A place in degrees, with an address where told.
    case location(latitude: Double, longitude: Double, address: String?)
    /// A link card.
    case link(LinkContent)
    /// A change of the group.
    case notification(GroupNotification)
    /// A line from the server.
    case system(String)
    /// This message was taken back by its author.
    case revoked
    /// A request to take back the message with the origin id; acts on that message, has no row of its own.
    case revoke(originID: String)
    /// The sender has read the message with the origin id; no row of its own.
    case readMark(originID: String)
    /// A tag put on or taken off the message with the origin id; no row of its own.
    case tag(originID: String, tag: String, added: Bool)
    /// Call signalling or the record of a call.
    case call(CallContent)
    /// A kind defined by the program: its type, and the payload as its own codec wrote it.
    case custom(type: MessageType, payload: String)
    /// A kind that nobody here knows; `kind` is its JSON key where one could be told.
    case unknown(kind: String?)

    /// The payload of a kind that a program defined; `nil` for every other kind.
    public var customPayload: String? { if case .custom(_, let payload) = self { payload } else { nil } }

    /// The key for the choice of views.
    public var type: MessageType {
        switch self {
        case .text: .text
        case .image: .image
        case .audio: .audio
        case .video: .video
        case .file: .file
        case .location: .location
        case .link: .link
        case .notification: .notification
        case .system: .system
        case .revoked: .revoked
        case .revoke, .readMark, .tag: .control
        case .call: .call
        case .custom(let type, _): type
        case .unknown: .unknown
        }
    }
}
