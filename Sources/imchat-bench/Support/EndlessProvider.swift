import IMModel
import MessageFlow

/// A session of any length that is made as it is read.
final class EndlessProvider: SessionMessageProvider {
    let count: Int
    /// Messages handed out so far.
    private(set) var served = 0
    private let texts: [String]

    init(count: Int) {
        self.count = count
        var corpus = Corpus(seed: 3)
        texts = (0..<997).map { _ in corpus.text() }
    }

    /// The message at a place, counted from 1.
    func message(_ number: Int) -> Message {
        let text = texts[number % texts.count]
        let isOwn = number.isMultiple(of: 4)
        return Message(
            id: MessageID(String(number)), session: EngineStage.peer, originID: "o\(number)",
            sender: Contact(id: ContactID(isOwn ? "1" : "2"), name: isOwn ? "alice" : "bob"), isOutgoing: isOwn,
            timestamp: 1_700_000_000_000 + Int64(number) * 200_000, order: Int64(number),
            content: .text(TextContent(text)), rawContent: text, state: isOwn ? .sent : .incoming)
    }

    func messages(
        in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void
    ) {
        let place = anchor.map { Int($0.order) }
        let range: Range<Int>
        switch direction {
        case .older:
            let end = place ?? count + 1
            range = max(1, end - limit)..<end
        case .newer:
            let start = place.map { $0 + 1 } ?? 1
            range = start..<min(count + 1, start + limit)
        case .around:
            let start = max(1, (place ?? count) - limit / 2)
            range = start..<min(count + 1, start + limit)
        }
        served += range.count
        let isLast = direction == .older ? range.lowerBound == 1 : range.upperBound == count + 1
        completion(.success(MessagePage(messages: range.map(message), isLast: isLast, isFirst: range.lowerBound == 1)))
    }
}
