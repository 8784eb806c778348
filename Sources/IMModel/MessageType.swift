/// The key by which views, strategies and menus are chosen for a message. Open: programs add their own.
public struct MessageType: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    /// The name of the type; the built-in ones use the content's JSON key.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    /// Plain text.
    public static let text = MessageType(rawValue: "text")
    /// A picture.
    public static let image = MessageType(rawValue: "image")
    /// A voice message.
    public static let audio = MessageType(rawValue: "audio")
    /// A film.
    public static let video = MessageType(rawValue: "video")
    /// Any other file.
    public static let file = MessageType(rawValue: "file")
    /// A place.
    public static let location = MessageType(rawValue: "location")
    /// A link card.
    public static let link = MessageType(rawValue: "link")
    /// A change of a group.
    public static let notification = MessageType(rawValue: "notification")
    /// A line from the server.
    public static let system = MessageType(rawValue: "system")
    /// A message that its author took back.
    public static let revoked = MessageType(rawValue: "revoked")
    /// Call signalling.
    public static let call = MessageType(rawValue: "call")
    /// Contents that act on another message (revoke, read mark, tag) and have no row of their own.
    public static let control = MessageType(rawValue: "control")
    /// A kind this program does not know.
    public static let unknown = MessageType(rawValue: "unknown")
}
