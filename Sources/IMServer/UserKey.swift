/// A user of the server: applications count their users apart.
package struct UserKey: Sendable, Hashable {
    /// The application.
    package var appID: Int64
    /// The user's id within it; above 0.
    package var uid: Int64

    /// Makes the key.
    package init(appID: Int64, uid: Int64) {
        self.appID = appID
        self.uid = uid
    }
}
