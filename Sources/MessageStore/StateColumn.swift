import Database
import IMModel

/// Delivery states as the file keeps them: a number, and for failures a text. Both are in files: never change them.
enum StateColumn {
    static func number(_ state: DeliveryState) -> Int64 {
        switch state {
        case .incoming: 0
        case .waiting: 1
        case .sending: 2
        case .sent: 3
        case .delivered: 4
        case .read: 5
        case .failed: 6
        }
    }

    /// How far the message is proved to have come; a state never falls behind it.
    static func rank(_ number: Int64) -> Int64 { (3...5).contains(number) ? number : 0 }

    static func failure(_ state: DeliveryState) -> SQLValue {
        guard case .failed(let failure) = state else { return .null }
        switch failure {
        case .timedOut: return "timed-out"
        case .disconnected: return "disconnected"
        case .notMyFriend: return "not-my-friend"
        case .notTheirFriend: return "not-their-friend"
        case .blacklisted: return "blacklisted"
        case .notMember: return "not-member"
        case .noSuchGroup: return "no-such-group"
        case .tooLarge(let size, let limit): return .text("too-large:\(size):\(limit)")
        case .unsupported: return "unsupported"
        case .refused(let words): return .text("refused:" + words)
        case .rejected(let status): return .text("rejected:\(status)")
        case .notStored(let words): return .text("not-stored:" + words)
        case .cancelled: return "cancelled"
        }
    }

    static func state(_ number: Int64, failure: String?) -> DeliveryState {
        switch number {
        case 0: .incoming
        case 1: .waiting
        case 2: .sending
        case 3: .sent
        case 4: .delivered
        case 5: .read
        default: .failed(reason(failure ?? ""))
        }
    }

    private static func reason(_ text: String) -> SendFailure {
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
