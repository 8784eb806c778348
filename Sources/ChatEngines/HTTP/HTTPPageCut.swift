import IMModel
import MessageFlow

/// Makes the page that was asked for out of what an answer holds. Pure.
struct HTTPPageCut {
    /// The message that the page lies beside.
    var anchor: Message?
    /// On which side.
    var direction: PageDirection
    /// How many messages at most, where the answer holds everything.
    var limit: Int
    /// What the answer holds.
    var answer: HTTPProviderConfiguration.Call.Answer

    /// The page of an answer's messages (oldest first); `nil` where the anchor must be among them and is not.
    func page(_ messages: [Message], elements: Int, hasMore: Bool?) -> MessagePage? {
        switch answer {
        case .page:
            let isLast = hasMore.map { !$0 } ?? (direction != .around && elements < limit)
            return MessagePage(messages: messages, isLast: isLast)
        case .everything: return cut(messages)
        }
    }

    private func cut(_ messages: [Message]) -> MessagePage? {
        guard let anchor else {
            return MessagePage(messages: messages.suffix(limit), isLast: messages.count <= limit)
        }
        let place = messages.firstIndex { $0.id == anchor.id || ($0.anchor != nil && $0.anchor == anchor.anchor) }
        switch direction {
        case .older:
            let end = place ?? messages.firstIndex { $0.order >= anchor.order } ?? messages.count
            return MessagePage(messages: messages[..<end].suffix(limit), isLast: end <= limit)
        case .newer:
            let start = place.map { $0 + 1 } ?? messages.firstIndex { $0.order > anchor.order } ?? messages.count
            return MessagePage(
                messages: Array(messages[start...].prefix(limit)), isLast: messages.count - start <= limit)
        case .around:
            guard let place else { return nil }
            let start = max(0, place - limit / 2)
            let end = min(messages.count, start + max(limit, 1))
            return MessagePage(
                messages: Array(messages[start..<end]), isLast: end == messages.count, isFirst: start == 0)
        }
    }
}
