/// Why the directory did not do as asked.
package struct DirectoryFault: Error, Sendable, Hashable {
    /// The HTTP status.
    package var status: Int
    /// The words for a person.
    package var message: String

    /// Makes a fault.
    package init(status: Int, message: String) {
        self.status = status
        self.message = message
    }

    /// The path is none of the interface's.
    package static let noSuchCall = DirectoryFault(status: 404, message: "no such call")
}
