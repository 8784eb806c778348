/// A user as the directory tells it.
package struct DirectoryUser: Sendable, Hashable {
    /// The application; `nil` for the asker's own.
    package var appID: Int64?
    /// The user's id.
    package var uid: Int64
    /// The name; raw text, empty where none is known.
    package var name: String

    /// Makes a user.
    package init(appID: Int64? = nil, uid: Int64, name: String) {
        self.appID = appID
        self.uid = uid
        self.name = name
    }
}
