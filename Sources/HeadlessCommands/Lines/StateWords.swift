import IMModel

/// Delivery states and their failures as words of the JSON lines, both ways.
enum StateWords {
    static func name(_ state: DeliveryState) -> String {
        switch state {
        case .incoming: "incoming"
        case .waiting: "waiting"
        case .sending: "sending"
        case .sent: "sent"
        case .delivered: "delivered"
        case .read: "read"
        case .failed: "failed"
        }
    }

    static func state(_ name: String, failure: String?) -> DeliveryState? {
        switch name {
        case "incoming": .incoming
        case "waiting": .waiting
        case "sending": .sending
        case "sent": .sent
        case "delivered": .delivered
        case "read": .read
        case "failed": .failed(Self.failure(failure ?? "cancelled"))
        default: nil
        }
    }

    static func failure(_ failure: SendFailure) -> String {
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

    static func failure(_ text: String) -> SendFailure {
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
        case "rejected": return .rejected(status: Int(rest) ?? 0)
        case "not-stored": return .notStored(rest)
        case "cancelled": return .cancelled
        default: return .refused(parts.first == "refused" ? rest : text)
        }
    }
}
