package import IMModel

/// An address as users write it: `peer:NAME-OR-UID`, `group:NAME-OR-ID`, `room:ID`, `customer:APPID/UID`, `system`; a bare
/// name is a peer; `ACCOUNT/` may stand in front.
package struct ChatAddress: Sendable, Hashable {
    /// The kind of session.
    package var kind: SessionKind
    /// The name or number; empty for `system`.
    package var target: String

    /// What an address looks like, for usage errors.
    package static let expected = "peer:NAME, group:NAME, room:ID, customer:APPID/UID, system, or a bare NAME"

    /// Reads an address; `nil` for a text that is none.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if text == SessionKind.system.rawValue || text == "system:" {
            (kind, target) = (.system, "")
            return
        }
        guard parts.count == 2 else {
            guard !text.isEmpty, !text.contains("/") else { return nil }
            (kind, target) = (.peer, text)
            return
        }
        guard let kind = SessionKind(rawValue: parts[0]), kind != .system, !parts[1].isEmpty else { return nil }
        if kind == .customer, Self.customer(parts[1]) == nil { return nil }
        (self.kind, target) = (kind, parts[1])
    }

    /// Takes the account's name off the front of an address, where it stands there.
    package static func withoutAccount(_ text: String, account: String) -> String {
        text.hasPrefix(account + "/") ? String(text.dropFirst(account.count + 1)) : text
    }

    /// The account's name in front of an address; `nil` where none stands there. Names may hold slashes themselves
    /// (`7@unix:/run/chat`), and a customer's own slash comes after its kind.
    package static func account(in text: String) -> String? {
        var place = text.startIndex
        while let slash = text[place...].firstIndex(of: "/") {
            let rest = text[text.index(after: slash)...]
            let isAddress =
                rest == SessionKind.system.rawValue
                || SessionKind.allCases.contains { rest.hasPrefix($0.rawValue + ":") }
            if isAddress { return slash == text.startIndex ? nil : String(text[..<slash]) }
            place = text.index(after: slash)
        }
        return nil
    }

    /// The address in an argument of an account, its own name in front taken off.
    package static func parse(_ text: String, of account: String) throws(HeadlessFailure) -> ChatAddress {
        if let other = Self.account(in: text), other != account {
            throw .usage("'\(text)' is an address of the account \(other), and this is \(account)")
        }
        guard let address = ChatAddress(withoutAccount(text, account: account)) else {
            throw .usage("'\(text)' is no address: \(expected)")
        }
        return address
    }

    /// The number that the target is, in its one spelling; `nil` for a name.
    package var number: Int64? { Self.number(target) }

    static func number(_ text: String) -> Int64? {
        guard let number = Int64(text), number > 0, String(number) == text else { return nil }
        return number
    }

    static func customer(_ target: String) -> (appID: Int64, uid: Int64)? {
        let parts = target.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let appID = Int64(parts[0]), appID >= 0, let uid = number(String(parts[1])) else {
            return nil
        }
        return (appID, uid)
    }
}
