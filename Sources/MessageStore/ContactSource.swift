/// Where a contact's name comes from; a name is replaced only by one of an equal or better source.
package enum ContactSource: Int, Sendable, Hashable, Comparable {
    /// Nobody told a name.
    case none = 0
    /// A message carried it.
    case message = 1
    /// The server's directory.
    case directory = 2
    /// The user gave it.
    case alias = 3

    /// Orders by worth.
    package static func < (a: ContactSource, b: ContactSource) -> Bool { a.rawValue < b.rawValue }
}
