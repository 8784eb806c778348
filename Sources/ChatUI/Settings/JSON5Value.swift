/// A value of a JSON5 text, with where it stands, so that a complaint can name the line and a change can replace it.
package struct JSON5Value: Sendable, Hashable {
    /// What it is.
    package indirect enum Content: Sendable, Hashable {
        /// `null`
        case null
        /// `true` or `false`
        case boolean(Bool)
        /// A number.
        case number(Double)
        /// A string.
        case string(String)
        /// An array.
        case array([JSON5Value])
        /// An object; members in the order of the text.
        case object([Member])
    }

    /// One member of an object.
    package struct Member: Sendable, Hashable {
        /// The name.
        package var name: String
        /// Where the name stands.
        package var place: JSON5Place
        /// The value.
        package var value: JSON5Value
    }

    /// What it is.
    package var content: Content
    /// Where it begins.
    package var place: JSON5Place
    /// Its bytes in the text.
    package var range: Range<Int>

    /// What a value is, for complaints.
    package enum Kind: Sendable, Hashable {
        /// The kinds of JSON.
        case null, boolean, number, string, array, object
    }

    /// What it is, without the value.
    package var kind: Kind {
        switch content {
        case .null: .null
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
