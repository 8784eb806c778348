/// An element that may be wrong without spoiling the list or object around it.
struct LenientElement<Value: Decodable>: Decodable {
    /// The element, or `nil` where it is of another shape.
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
