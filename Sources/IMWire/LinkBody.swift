/// The inner object of `link` (protocol document, section 8).
struct LinkBody: Codable {
    var url: String?
    var title: String?
    /// A sentence about it.
    var content: String?
    var image: String?

    /// Makes a body of our own.
    init(url: String, title: String, content: String, image: String?) {
        self.url = url
        self.title = title
        self.content = content
        self.image = image
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        url = fields.string(.url)
        title = fields.string(.title)
        content = fields.string(.content)
        image = fields.string(.image)
    }
}
