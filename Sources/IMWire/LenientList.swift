/// A list from which wrong elements are left out.
struct LenientList<Element: Codable>: Codable {
    /// The elements that could be read.
    var elements: [Element]

    /// Wraps elements.
    init(_ elements: [Element]) { self.elements = elements }

    init(from decoder: any Decoder) throws {
        elements = try [LenientElement<Element>](from: decoder).compactMap(\.value)
    }

    func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}
