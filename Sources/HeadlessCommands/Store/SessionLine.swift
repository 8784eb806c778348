/// A session as one line of JSON; what is not told is not written.
struct SessionLine: Encodable {
    var kind: String
    var address: String
    var name: String?
    var unread: Int
    var mentions: Int
    var muted: Bool
    var pinned: Bool
    var members: Int?
    /// ISO 8601.
    var time: String?
    var draft: String?
    var preview: String?
}
