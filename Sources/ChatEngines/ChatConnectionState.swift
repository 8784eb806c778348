/// Where an engine's connection stands, in words that every engine shares. Texts are raw.
public enum ChatConnectionState: Sendable, Hashable {
    /// Not started, or stopped.
    case offline
    /// The host name is being looked up.
    case resolving
    /// A connection is being made.
    case connecting
    /// The server is asked to accept the account.
    case authenticating
    /// Connected and accepted; `syncing` while what was missed is being fetched.
    case online(syncing: Bool)
    /// The next attempt comes in so many milliseconds; why the last one failed, in words.
    case waiting(milliseconds: Int64, reason: String)
    /// The server does not accept the account; it is tried again rarely. Why, in words.
    case refused(reason: String)
    /// There is no connection of our own: what another program keeps is shown.
    case readOnly
}
