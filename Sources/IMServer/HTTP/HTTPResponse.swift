/// What is answered to an `HTTPRequest`.
package struct HTTPResponse: Sendable, Hashable {
    /// The status code.
    package var status: Int
    /// What the body is, where there is one.
    package var contentType: String
    /// The body.
    package var body: [UInt8]
    /// The account that it is for, which is to take it; `nil` where nobody said who he is.
    package var account: UserKey?

    /// Makes a response.
    package init(status: Int = 200, contentType: String = "application/json", body: [UInt8] = []) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}
