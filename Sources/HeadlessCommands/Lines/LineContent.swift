/// The content in a line: text, or an object whose own bytes count and are not read here.
struct LineContent: Codable {
    /// `nil` for an object.
    var text: String?

    private enum Key: CodingKey {}

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.text = text
        } else {
            // Anything but an object is no content that an export wrote.
            _ = try decoder.container(keyedBy: Key.self)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
