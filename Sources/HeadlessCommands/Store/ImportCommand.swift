import IMModel
package import MessageStore

/// `imchat import`: takes exported lines into the store; what is there already is left as it is.
package final class ImportCommand {
    /// What came of it.
    package struct Summary: Sendable, Hashable {
        /// New messages.
        package var added = 0
        /// Messages that were there.
        package var known = 0
        /// The first lines that are no messages of an export, and what is wrong with them.
        package var badLines: [BadLine] = []
        /// How many such lines there are.
        package var bad = 0

        /// What to say of the bad lines, line by line (raw); nothing where there are none.
        package var complaint: [String] {
            guard bad > 0 else { return [] }
            let head = bad == 1 ? "1 line is no message" : "\(bad) lines are no messages"
            var lines = ["\(head) of imchat export and stayed out:"]
            lines += badLines.map { "line \($0.number): \($0.reason)" }
            if bad > badLines.count { lines.append("and \(bad - badLines.count) more") }
            return lines
        }
    }

    /// A line that stayed out.
    package struct BadLine: Sendable, Hashable {
        /// Its number, from 1.
        package var number: Int
        /// Why (raw).
        package var reason: String
    }

    private let reader: StoreReader
    private let codec: StoreCodec
    private var pending: [ReceivedBatch.Item] = []
    /// What of the pending messages was saved by the user, and when.
    private var saved: [(id: MessageID, time: Int64)] = []
    private var summary = Summary()
    private var lineNumber = 0
    /// Where each session goes on: behind the line before.
    private var cursors: [SessionID: MessageID] = [:]

    private let progress: (Int) -> Void

    private static let batch = 2_000
    /// So many bad lines are told.
    private static let badLinesTold = 20

    /// Takes into an open store, whose work is done inside the calls. `progress` hears now and then how many lines are done.
    package init(store: MessageStore, codec: StoreCodec, progress: @escaping (Int) -> Void = { _ in }) {
        reader = StoreReader(store: store)
        self.codec = codec
        self.progress = progress
    }

    /// Takes one line. Empty lines are passed over; one that is no message is counted, and the others go in all the same.
    package func line(_ bytes: [UInt8]) throws(HeadlessFailure) {
        lineNumber += 1
        guard !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return }
        let line: ImportedLine
        do throws(ImportFault) {
            line = try ImportedLine(bytes)
        } catch {
            summary.bad += 1
            if summary.badLines.count < Self.badLinesTold {
                summary.badLines.append(BadLine(number: lineNumber, reason: error.reason))
            }
            return
        }
        let message = message(line)
        pending.append(.message(message, isHistory: true))
        if let time = line.savedAt { saved.append((message.id, time)) }
        if pending.count >= Self.batch {
            try flush()
            progress(lineNumber)
        }
    }

    /// Takes in what is gathered, and tells what came of all.
    package func finish() throws(HeadlessFailure) -> Summary {
        try flush()
        return summary
    }

    private func message(_ line: ImportedLine) -> Message {
        let session = SessionID(account: reader.account, kind: line.kind, target: line.target)
        let content: MessageContent =
            line.type == .revoked
            ? .revoked
            : codec.decode(
                StoredMessage(
                    session: session, type: line.type, rawContent: line.rawContent, timestamp: line.timestamp))
        return Message(
            id: reader.store.nextLocalID(), session: session, originID: line.originID, serverID: line.serverID,
            sender: line.sender, isOutgoing: line.isOutgoing, timestamp: line.timestamp, content: content,
            rawContent: line.rawContent, replyTo: line.replyTo, state: line.state, version: line.version,
            anchor: line.anchor, readerCount: line.readerCount, tags: line.tags, mentionsMe: line.mentionsMe)
    }

    /// Old messages go among what is there, in the order of the lines; what is there already is passed over.
    private func flush() throws(HeadlessFailure) {
        guard !pending.isEmpty else { return }
        let batch = ReceivedBatch(items: pending, history: HistorySpan(cursors: cursors))
        let outcome = try reader.answer { reader.store.insert(batch, completion: $0) }
        summary.added += outcome.inserted.count
        summary.known += outcome.duplicates.count
        cursors.merge(outcome.cursors) { $1 }
        let times = saved.compactMap { id, time in outcome.places[id].map { ($0, time) } }
        if !times.isEmpty { try reader.answer { reader.store.save(times, completion: $0) } }
        pending = []
        saved = []
    }
}
