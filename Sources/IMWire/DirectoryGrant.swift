/// What a grant tells: who one is from now on, and the token to prove it.
package struct DirectoryGrant: Sendable, Hashable {
    /// The application.
    package var appID: Int64
    /// The user's id.
    package var uid: Int64
    /// The token.
    package var token: String

    /// Makes a grant.
    package init(appID: Int64, uid: Int64, token: String) {
        self.appID = appID
        self.uid = uid
        self.token = token
    }
}
