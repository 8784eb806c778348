import IMModel
import MessageFlow

/// How an action ended, flat, for comparisons.
struct MessageFlowAnswer: Equatable {
    var message: Message?
    var error: MessageActionError?

    init(_ result: MessageActionResult) {
        switch result {
        case .success(let message): self.message = message
        case .failure(let error): self.error = error
        }
    }
}
