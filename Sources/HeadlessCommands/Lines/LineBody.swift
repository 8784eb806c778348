/// The members of a message's JSON line; what is not told is not written.
struct LineBody: Codable {
    /// Who said it.
    struct Sender: Codable {
        var id: String?
        var name: String?
    }

    /// The message's ids, as far as it has them.
    struct IDs: Codable {
        var local: String?
        var origin: String?
        var server: String?
    }

    var kind: String?
    var address: String?
    var sender: Sender?
    var own: Bool?
    var ids: IDs?
    /// The place in the server's queue.
    var key: Int64?
    /// ISO 8601.
    var time: String?
    var state: String?
    /// Why it failed, where `state` says so.
    var failure: String?
    var type: String?
    var replyTo: String?
    var mentionsMe: Bool?
    var readers: Int?
    var version: Int?
    var anchor: String?
    var tags: [String]?
    /// When the user saved it, ISO 8601.
    var saved: String?
    /// A content that is no JSON object; one that is stands in the line verbatim.
    var content: LineContent?
    /// The content as it travelled, where the line could not show it so.
    var raw: String?
}
