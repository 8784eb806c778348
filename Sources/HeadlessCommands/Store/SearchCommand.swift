import Cells
import IMModel
import MessageStore

/// `imchat search`: what was said, the latest first.
package enum SearchCommand {
    /// What to search for.
    package struct Options: Sendable, Hashable {
        /// The words.
        package var words = ""
        /// Only in the session with this address.
        package var session: String?
        /// Only from this sender, a name or number.
        package var sender: String?
        /// Only before this moment (ms since 1970).
        package var before: Int64?
        /// Only at or after this moment.
        package var after: Int64?
        /// So many at most.
        package var limit = 100
        /// JSON lines.
        package var json = false

        /// Makes options.
        package init() {}
    }

    /// Writes what is found; answers how many.
    @discardableResult
    package static func run(
        _ reader: StoreReader, _ options: Options, output: LineOutput
    ) throws(HeadlessFailure) -> Int {
        var query = SearchQuery(words: options.words, after: options.after, before: options.before)
        if let session = options.session { query.session = try reader.session(session).id }
        if let sender = options.sender { query.sender = try reader.sender(sender) }
        var names: [SessionID: String] = [:]
        for session in try reader.sessions() { names[session.id] = session.name ?? session.id.address }
        var next: MessageID?
        var count = 0
        repeat {
            let (query, from, rest) = (query, next, min(500, options.limit - count))
            let page = try reader.answer { reader.store.search(query, from: from, limit: rest, completion: $0) }
            for message in page.messages {
                let place = names[message.session] ?? message.session.address
                output.line(
                    options.json
                        ? MessageLine.json(message)
                        : PlainLine.text(message, session: place, localTime: PlainLine.localTime))
                count += 1
            }
            if output.isOver { return count }
            next = page.next
        } while next != nil && count < options.limit
        output.flush()
        return count
    }
}
