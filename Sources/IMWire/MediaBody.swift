/// The inner object of `image2`, `audio`, `video` and `file` (protocol document, section 8).
struct MediaBody: Codable {
    var url: String?
    var thumbnail: String?
    var filename: String?
    var width: Int?
    var height: Int?
    /// Seconds.
    var duration: Int?
    /// Bytes.
    var size: Int64?

    /// Makes a body of our own.
    init(
        url: String, thumbnail: String? = nil, filename: String? = nil, width: Int? = nil, height: Int? = nil,
        duration: Int? = nil, size: Int64? = nil
    ) {
        self.url = url
        self.thumbnail = thumbnail
        self.filename = filename
        self.width = width
        self.height = height
        self.duration = duration
        self.size = size
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        url = fields.string(.url)
        thumbnail = fields.string(.thumbnail)
        filename = fields.string(.filename)
        width = fields.count(.width)
        height = fields.count(.height)
        duration = fields.count(.duration)
        size = fields.integer(.size).flatMap { $0 < 0 ? nil : $0 }
    }
}
