/// An id, which senders write as a number or as a string.
///
/// It is written as a number where it is one, since the other clients expect that, else as a string.
struct JSONIdentifier: Codable {
    /// The id as text.
    let text: String

    /// Wraps an id.
    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.text = text
        } else {
            text = String(try container.decode(Int64.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let number = Int64(text), String(number) == text {
            try container.encode(number)
        } else {
            try container.encode(text)
        }
    }
}
