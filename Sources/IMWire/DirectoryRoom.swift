/// A room that the directory knows by name.
package struct DirectoryRoom: Sendable, Hashable {
    /// The room's id.
    package var id: Int64
    /// The name; raw text.
    package var name: String

    /// Makes a room.
    package init(id: Int64, name: String) {
        self.id = id
        self.name = name
    }
}
