import HeadlessCommands

/// An address on the command line.
enum AddressArgument {
    /// The address as it is, if it can be one. The account in front of it is looked at later, when it is known.
    static func checked(_ text: String) throws(UsageError) -> String {
        let rest = ChatAddress.account(in: text).map { ChatAddress.withoutAccount(text, account: $0) } ?? text
        guard ChatAddress(rest) != nil else { throw .badAddress(text) }
        return text
    }
}
