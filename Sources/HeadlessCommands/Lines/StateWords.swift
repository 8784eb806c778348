import IMModel
import MessageStore

/// Delivery states as words of the JSON lines, both ways.
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
        case "failed": .failed(FailureText.failure(failure ?? "cancelled"))
        default: nil
        }
    }
}
