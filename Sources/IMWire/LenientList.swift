/// A list from which wrong elements are left out; one alone is a list too.
struct LenientList<Element: Codable>: Codable {
    /// The elements that could be read.
    var elements: [Element]

    /// Wraps elements.
    init(_ elements: [Element]) { self.elements = elements }

    init(from decoder: any Decoder) throws {
        if let list = try? [LenientElement<Element>](from: decoder) {
            elements = list.compactMap(\.value)
        } else {
            elements = [try Element(from: decoder)]
        }
    }

    func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}
