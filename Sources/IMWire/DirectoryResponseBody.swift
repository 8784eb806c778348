/// What the directory answers: `data` or, when it refuses, `meta` (protocol document, section 10.2).
struct DirectoryResponseBody<Value: Codable>: Codable {
    /// Why it refused.
    struct Meta: Codable {
        /// The HTTP status.
        var code: Int?
        /// The words for a person.
        var message: String?

        /// Makes a reason.
        init(code: Int, message: String) {
            self.code = code
            self.message = message
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            code = fields.integer(.code).flatMap { Int(exactly: $0) }
            message = fields.string(.message)
        }
    }

    var data: Value?
    var meta: Meta?

    /// Makes an answer.
    init(data: Value? = nil, meta: Meta? = nil) {
        self.data = data
        self.meta = meta
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        data = fields.nested(.data)
        meta = fields.nested(.meta)
    }
}
