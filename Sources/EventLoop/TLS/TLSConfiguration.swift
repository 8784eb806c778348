/// What certificates are checked against.
public struct TLSConfiguration: Sendable, Hashable {
    /// A PEM file of authorities trusted besides the system's store; for private servers and tests.
    public var extraTrust: String?

    /// The system's store, and one more file if given.
    public init(extraTrust: String? = nil) { self.extraTrust = extraTrust }
}
