/// Odd ways of the real server that this one shows too, so that a client which works here works there (protocol
/// document, section 12). Tests of other things can switch them off.
package struct ServerQuirks: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: UInt8
    /// Wraps the bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The SYNC_NOTIFY to the sender's other devices carries the receiver's message id (section 5.7).
    package static let foreignNotifyKey = ServerQuirks(rawValue: 1)
    /// No answer to SYNC_GROUP until a message has loaded the group (section 5.8).
    package static let silentUnloadedGroup = ServerQuirks(rawValue: 2)
    /// Pushes carry the previous key 0, as those that cross the nodes of a cluster (section 5.7).
    package static let noPreviousKey = ServerQuirks(rawValue: 4)
    /// All that a single node of the real server shows.
    package static let all: ServerQuirks = [.foreignNotifyKey, .silentUnloadedGroup]
}
