import IMModel
import TestSupport

@testable import MessageStore

/// A store in memory or in a file, with the calls awaited.
final class StoreFixture {
    static let codec = StoreCodec(decode: { stored in
        stored.type == .text ? .text(TextContent(stored.rawContent)) : .unknown(kind: stored.type.rawValue)
    })

    let store: MessageStore
    let peer = SessionID(account: "a", kind: .peer, target: "2")
    let group = SessionID(account: "a", kind: .group, target: "7")
    let me = ContactID("1")

    init(path: String = ":memory:", maximumPages: Int = 0, disk: FaultyDisk? = nil) throws {
        store = try MessageStore.openInline(
            path: path, account: "a", codec: Self.codec, maximumPages: maximumPages, fileSystem: disk?.name,
            makeDeviceID: { "dev-1" })
    }

    /// Calls, drains, and gives the answer, which must come exactly once.
    func wait<T>(_ call: (@escaping (Result<T, StoreError>) -> Void) -> Void) throws -> T {
        var results: [Result<T, StoreError>] = []
        call { results.append($0) }
        guard results.isEmpty else { throw StoreError.fault("answered inside the call") }
        store.drain()
        guard results.count == 1 else { throw StoreError.fault("answered \(results.count) times") }
        return try results[0].get()
    }

    func text(
        _ text: String, from sender: String = "2", in session: SessionID? = nil, origin: String? = nil,
        order: Int64 = 0, at timestamp: Int64 = 1_000, mentions: Bool = false
    ) -> Message {
        Message(
            id: store.nextLocalID(), session: session ?? peer, originID: origin,
            sender: Contact(id: ContactID(sender)), isOutgoing: sender == me.rawValue, timestamp: timestamp,
            order: order, content: .text(TextContent(text)), rawContent: text,
            state: sender == me.rawValue ? .sent : .incoming, mentionsMe: mentions)
    }

    func own(_ text: String, in session: SessionID? = nil, origin: String? = nil) -> Message {
        var message = self.text(text, from: me.rawValue, in: session, origin: origin)
        message.state = .waiting
        return message
    }

    @discardableResult
    func receive(_ messages: [Message], isHistory: Bool = false, keys: [SyncQueue: Int64] = [:]) throws -> InsertOutcome
    {
        let items = messages.map { ReceivedBatch.Item.message($0, isHistory: isHistory) }
        return try wait { store.insert(ReceivedBatch(items: items, syncKeys: keys), completion: $0) }
    }

    @discardableResult
    func effect(
        _ kind: MessageEffect.Kind, on target: String, from author: String, in session: SessionID? = nil
    ) throws -> InsertOutcome {
        let effect = MessageEffect(
            session: session ?? peer, target: target, author: ContactID(author), isOwn: author == me.rawValue,
            kind: kind)
        return try wait { store.apply(effect, completion: $0) }
    }

    func all(_ session: SessionID? = nil) throws -> [Message] {
        try wait { store.page(session ?? peer, anchor: nil, direction: .older, limit: 10_000, completion: $0) }.messages
    }

    func session(_ id: SessionID? = nil) throws -> Session? {
        try wait { store.sessions(completion: $0) }.first { $0.id == id ?? peer }
    }

    func message(_ id: MessageID) throws -> Message? {
        try wait { store.message(id, completion: $0) }
    }
}
