import ChatEngines
import Glibc
import IMModel
import MessageStore

/// Stores on files, filled with talk.
enum StoreFiles {
    /// Messages in one commit, as many as the store's thread puts into one in a flood.
    static let batch = 5_000

    /// What a filled store holds.
    struct Filling {
        /// Bytes of the texts.
        var textBytes = 0
        /// Microseconds of CPU that the store took for all messages.
        var cpu = 0.0
    }

    /// Opens a file without a thread.
    static func open(_ path: String) throws -> MessageStore {
        try MessageStore.openInline(path: path, account: "bench", codec: GoBelieveStoreCodec.codec)
    }

    /// Fills the session of a new file with so many messages; `last` is the text of the last one. Unread ones are all the
    /// peer's: an own message would mark as read what stands before it.
    static func fill(_ path: String, count: Int, last: String? = nil, isUnread: Bool = false) throws -> Filling {
        let store = try open(path)
        defer { store.close() }
        var corpus = Corpus()
        var filling = Filling()
        var done = 0
        while done < count {
            var items: [ReceivedBatch.Item] = []
            for _ in 0..<min(batch, count - done) {
                done += 1
                let text = done == count ? last ?? corpus.text() : corpus.text()
                filling.textBytes += text.utf8.count
                let number = isUnread ? 3 * done + 1 : done
                items.append(.message(message(text, number: number, corpus.originID(), store), isHistory: !isUnread))
            }
            var failure: StoreError?
            filling.cpu += Meter.cpu {
                let received = ReceivedBatch(items: items, syncKeys: [.personal: Int64(100 + done)])
                store.insert(received) { result in
                    if case .failure(let error) = result { failure = error }
                }
                store.drain()
            }
            if let failure { throw failure }
        }
        return filling
    }

    /// Fills the session of a new file with so many messages, each in a job of its own on the store's thread; answers the
    /// microseconds of CPU that it took.
    static func fillSingly(_ path: String, count: Int) throws -> Double {
        let store = try MessageStore.open(
            path: path, account: "bench", codec: GoBelieveStoreCodec.codec, makeDeviceID: { "device" }, notify: {})
        defer { store.close() }
        var corpus = Corpus()
        let batches = (1...count).map { number in
            ReceivedBatch(
                items: [.message(message(corpus.text(), number: number, corpus.originID(), store), isHistory: false)],
                syncKeys: [.personal: Int64(100 + number)])
        }
        var stored = 0
        var failure: StoreError?
        let cpu = Meter.cpu {
            for batch in batches {
                store.insert(batch) { result in
                    stored += 1
                    if case .failure(let error) = result { failure = error }
                }
            }
            while stored < count {
                usleep(1_000)
                store.drain()
            }
        }
        if let failure { throw failure }
        return cpu
    }

    private static func message(_ text: String, number: Int, _ originID: String, _ store: MessageStore) -> Message {
        let isOwn = number.isMultiple(of: 3)
        return Message(
            id: store.nextLocalID(), session: EngineStage.peer, originID: originID,
            sender: isOwn ? Contact(id: ContactID("1"), name: "alice") : Contact(id: ContactID("2"), name: "bob"),
            isOutgoing: isOwn, timestamp: 1_700_000_000_000 + Int64(number) * 30_000,
            content: .text(TextContent(text)), rawContent: Corpus.content(text, originID: originID),
            state: isOwn ? .sent : .incoming)
    }
}
