/// Which generation of servers a stream is spoken with. Nothing on the wire tells it (protocol document, section 14).
package enum FrameDialect: Sendable, Hashable {
    /// Servers since 2021: command 64 is the customer message.
    case today
    /// The server of 2016: command 64 is call control, and the commands that are gone today are in use.
    case server2016
}
