/// How the connection stands, as the status line tells it. Reasons are raw text and sanitised when shown.
package enum ConnectionStatus: Sendable, Hashable {
    /// No connection and none is tried.
    case offline(reason: String?)
    /// The server's name is being looked up.
    case resolving
    /// The connection is being opened.
    case connecting
    /// The server is asked to let us in.
    case authenticating
    /// Connected and let in; `synchronizing` while what was missed comes in.
    case online(synchronizing: Bool)
    /// Lost or refused; the next try comes in so many seconds.
    case waiting(seconds: Int, reason: String)
    /// Given up until the user asks again (the token was refused).
    case refused(reason: String)
    /// Another program holds the account; what it keeps is shown.
    case readOnly
}
