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
        return .text(FailureText.text(failure))
    }

    static func state(_ number: Int64, failure: String?) -> DeliveryState {
        switch number {
        case 0: .incoming
        case 1: .waiting
        case 2: .sending
        case 3: .sent
        case 4: .delivered
        case 5: .read
        default: .failed(FailureText.failure(failure ?? ""))
        }
    }
}
