/// The inner object of `inputing` (protocol document, section 14).
struct TypingBody: Codable {
    /// 0 when the sender stopped.
    var state: Int64?

    /// Makes a body of our own.
    init(isTyping: Bool) { state = isTyping ? 1 : 0 }

    init(from decoder: any Decoder) throws {
        state = try decoder.container(keyedBy: CodingKeys.self).integer(.state)
    }
}
