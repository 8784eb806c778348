/// Counts the answers that HTTP ports hold until they are taken, together with what the chat's connections leave unread.
package protocol HTTPOutputLedger: AnyObject {
    /// Whether one more answer fits.
    func hasRoom(forHTTP bytes: Int, of account: UserKey?) -> Bool
    /// Notes a growth, or with a negative number a fall.
    func changeHTTP(_ account: UserKey?, by bytes: Int)
}
