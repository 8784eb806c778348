/// A user as the server knows it.
package struct ServerUser: Sendable, Hashable {
    /// Who it is.
    package var key: UserKey
    /// The name; raw text, empty where none was ever given.
    package var name: String
    /// How many messages the client last said are unread; for badges.
    package var unread: Int32
    /// What the client has stored, as it last said; 0 for nothing.
    package var syncKey: Int64
    /// Whether the user may not speak in rooms.
    package var isForbidden: Bool

    /// Makes a user.
    package init(key: UserKey, name: String = "", unread: Int32 = 0, syncKey: Int64 = 0, isForbidden: Bool = false) {
        self.key = key
        self.name = name
        self.unread = unread
        self.syncKey = syncKey
        self.isForbidden = isForbidden
    }
}
