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
    }

    private struct Identity: Hashable {
        let sender: ContactID
        let timestamp: Int64
        let raw: String
    }

    private let reader: StoreReader
    private let codec: StoreCodec
    private var pending: [(message: Message, number: Int)] = []
    private var summary = Summary()
    private var lineNumber = 0
    /// Where the next new message of a session goes: after the line before it.
    private var places: [SessionID: Int64] = [:]
    /// Messages without an origin id, by what tells them apart.
    private var anonymous: [SessionID: Set<Identity>] = [:]

    private static let batch = 500

    /// Takes into an open store, whose work is done inside the calls.
    package init(store: MessageStore, codec: StoreCodec) {
        reader = StoreReader(store: store)
        self.codec = codec
    }

    /// Takes one line. Empty lines are passed over; a line that is no message ends the import, with its number.
    package func line(_ bytes: [UInt8]) throws(HeadlessFailure) {
        lineNumber += 1
        guard !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return }
        guard let line = ImportedLine(bytes) else {
            try flush()
            throw .failed("line \(lineNumber) is no message of imchat export; the \(summary.added) before it are kept")
        }
        pending.append((message(line), lineNumber))
        if pending.count >= Self.batch { try flush() }
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

    private func flush() throws(HeadlessFailure) {
        var items: [ReceivedBatch.Item] = []
        for (message, _) in pending {
            var message = message
            if let known = try known(message) {
                summary.known += 1
                places[message.session] = known
                continue
            }
            message.order = try place(of: message)
            items.append(.message(message, isHistory: true))
        }
        pending = []
        guard !items.isEmpty else { return }
        let batch = ReceivedBatch(items: items)
        let outcome = try reader.answer { reader.store.insert(batch, completion: $0) }
        summary.added += outcome.inserted.count
        summary.known += outcome.duplicates.count
    }

    /// The order of the message that is the same, if the store has it.
    private func known(_ message: Message) throws(HeadlessFailure) -> Int64? {
        if let originID = message.originID {
            let found = try reader.answer {
                reader.store.message(originID: originID, in: message.session, completion: $0)
            }
            return found.flatMap { $0.sender.id == message.sender.id ? $0.order : nil }
        }
        let identity = Identity(sender: message.sender.id, timestamp: message.timestamp, raw: message.rawContent)
        if anonymous[message.session] == nil {
            var known: Set<Identity> = []
            try reader.forEach(in: message.session) { (kept) throws(HeadlessFailure) in
                if kept.originID == nil {
                    known.insert(Identity(sender: kept.sender.id, timestamp: kept.timestamp, raw: kept.rawContent))
                }
                return true
            }
            anonymous[message.session] = known
        }
        return anonymous[message.session]?.contains(identity) == true ? places[message.session] ?? 0 : nil
    }

    /// After the line before it; the first line of a session goes before what the store has, if it is older.
    private func place(of message: Message) throws(HeadlessFailure) -> Int64 {
        if let place = places[message.session] { return place }
        let page = try reader.answer {
            reader.store.page(message.session, anchor: nil, direction: .newer, limit: 1, completion: $0)
        }
        var place: Int64 = 0
        if let first = page.messages.first, message.timestamp < first.timestamp {
            place = first.order - 1
            // 0 means "in the order of arrival".
            if place == 0 { place = -1 }
        }
        places[message.session] = place
        return place
    }
}
