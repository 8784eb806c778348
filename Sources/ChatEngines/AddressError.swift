/// Why an address leads to no session. Texts are raw.
public enum AddressError: Error, Sendable, Hashable {
    /// The text is no address: what is expected.
    case malformed(String)
    /// Nobody, or no group, has that name.
    case unknown(String)
    /// Several have that name: their addresses.
    case ambiguous([String])
    /// The directory could not be asked.
    case unreachable(String)
}
