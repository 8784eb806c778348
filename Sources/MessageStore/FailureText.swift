package import IMModel

/// Why a send failed, as a text that stays the same for good: it is in stores and in exports.
package enum FailureText {
    /// The text of a failure.
    package static func text(_ failure: SendFailure) -> String {
        switch failure {
        case .timedOut: "timed-out"
        case .disconnected: "disconnected"
        case .notMyFriend: "not-my-friend"
        case .notTheirFriend: "not-their-friend"
        case .blacklisted: "blacklisted"
        case .notMember: "not-member"
        case .noSuchGroup: "no-such-group"
        case .tooLarge(let size, let limit): "too-large:\(size):\(limit)"
        case .unsupported: "unsupported"
        case .refused(let words): "refused:" + words
        case .rejected(let status): "rejected:\(status)"
        case .notStored(let words): "not-stored:" + words
        case .cancelled: "cancelled"
        }
    }

    /// The failure of a text; one that is not known is a refusal in those words.
    package static func failure(_ text: String) -> SendFailure {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count > 1 ? String(parts[1]) : ""
        switch parts.first {
        case "timed-out": return .timedOut
        case "disconnected": return .disconnected
        case "not-my-friend": return .notMyFriend
        case "not-their-friend": return .notTheirFriend
        case "blacklisted": return .blacklisted
        case "not-member": return .notMember
        case "no-such-group": return .noSuchGroup
        case "too-large":
            let numbers = rest.split(separator: ":").compactMap { Int($0) }
            return numbers.count == 2 ? .tooLarge(size: numbers[0], limit: numbers[1]) : .refused(text)
        case "unsupported": return .unsupported
        case "refused": return .refused(rest)
        case "rejected": return .rejected(status: Int(rest) ?? 0)
        case "not-stored": return .notStored(rest)
        case "cancelled": return .cancelled
        default: return .refused(text)
        }
    }
}
