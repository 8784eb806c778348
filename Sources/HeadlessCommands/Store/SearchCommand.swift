import Cells
import EventLoop
import IMModel
import MessageStore

/// `imchat search`: what was said, the latest first.
package enum SearchCommand {
    /// What to search for. Words may hold filters, as inside (`from:bob kind:image`); an option counts before them.
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
        /// The moment that times like `2d` are before (ms since 1970).
        package var now: Int64 = 0

        /// Makes options.
        package init() {}
    }

    /// Writes what is found; answers how many.
    @discardableResult
    package static func run(
        _ reader: StoreReader, _ options: Options, output: LineOutput, notice: (String) -> Void = { _ in }
    ) throws(HeadlessFailure) -> Int {
        let text: SearchText
        do throws(SearchText.Problem) {
            text = try SearchText(options.words, now: options.now) {
                LocalClock.fields(milliseconds: $0).offsetFromUTC
            }
        } catch {
            throw .usage(error.words)
        }
        var query = SearchQuery(
            words: text.words, after: options.after ?? text.after, before: options.before ?? text.before,
            type: text.type)
        if let session = options.session ?? text.session { query.session = try reader.session(session).id }
        if let sender = options.sender ?? text.sender { query.sender = try reader.sender(sender) }
        var names: [SessionID: String] = [:]
        for session in try reader.sessions() { names[session.id] = session.name ?? session.id.address }
        var next: MessageID?
        var count = 0
        var indexed: Int?
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
            indexed = page.indexed
        } while next != nil && count < options.limit
        output.flush()
        if let indexed {
            notice("\(indexed) % of the history is indexed so far; imchat goes on with it while it runs")
        }
        return count
    }
}
