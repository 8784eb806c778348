import Database
import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// What a page of a search with filters finds, and what it costs when the history grows.
@Suite struct SearchFilterTests {
    private static let day: Int64 = 86_400_000
    private static let start: Int64 = 20_000 * day
    private static let codec = StoreCodec(
        decode: { stored in
            switch stored.type {
            case .text, .unknown: .text(TextContent(stored.rawContent))
            default: .custom(type: stored.type, payload: stored.rawContent)
            }
        }, searchText: { $0.content == .revoked ? nil : $0.rawContent })

    private func store(_ count: Int, kind: (Int) -> MessageType = { _ in .text }) throws -> MessageStore {
        let store = try MessageStore.openInline(account: "a", codec: Self.codec)
        var items: [ReceivedBatch.Item] = []
        for number in 0..<count {
            let text = "fox \(number)"
            let type = kind(number)
            items.append(
                .message(
                    Message(
                        id: store.nextLocalID(), session: SessionID(account: "a", kind: .peer, target: "\(number % 3)"),
                        sender: Contact(id: ContactID("\(number % 7)")), isOutgoing: false,
                        timestamp: Self.start + Int64(number) * Self.day / 24,
                        content: type == .text ? .text(TextContent(text)) : .custom(type: type, payload: text),
                        rawContent: text), isHistory: false))
        }
        store.insert(ReceivedBatch(items: items, syncKeys: [:])) { _ in }
        store.drain()
        return store
    }

    /// All pages, and the instructions of the first.
    private func find(
        _ store: MessageStore, _ query: SearchQuery, limit: Int = 20, pages: Int = .max
    ) throws -> (found: [String], cost: Int) {
        var found: [String] = []
        var cost = 0
        var next: Int64?
        var page = 0
        repeat {
            var answer: Result<SearchPage, StoreError>?
            let below = next
            store.read { (access) throws(DatabaseError) in
                let before = access.connection.instructions
                let answer = try access.search(query, below: below, limit: limit)
                return (answer, access.connection.instructions - before)
            } completion: { result in
                if page == 0 { cost = (try? result.get().1) ?? 0 }
                answer = result.map(\.0)
            }
            store.drain()
            let got = try #require(answer).get()
            found += got.messages.map(\.rawContent)
            next = got.next.flatMap { Int64($0.rawValue) }
            page += 1
        } while next != nil && page < pages
        return (found, cost)
    }

    private func query(
        _ words: String = "", sender: String? = nil, after: Int64? = nil, before: Int64? = nil, type: MessageType? = nil
    ) -> SearchQuery {
        SearchQuery(words: words, sender: sender.map { ContactID($0) }, after: after, before: before, type: type)
    }

    @Test func aFirstPageCostsTheSameInALongHistory() throws {
        // The same few images and calls stand at the beginning of both.
        func kind(_ number: Int) -> MessageType { number < 40 ? .image : number < 60 ? .call : .text }
        let short = try store(1_500, kind: kind)
        let long = try store(15_000, kind: kind)
        let early = Self.start + 2 * Self.day
        let queries = [
            query(sender: "3"), query(sender: "nobody"), query(type: .image), query(type: .video), query(type: .text),
            query(sender: "3", type: .image),
            query(sender: "3", type: .video), query(after: Self.start + 10_000 * Self.day), query(before: early),
            query(before: Self.start), query(after: early, before: early + Self.day / 2), query("fox", type: .image),
            query("fox", type: .video), query("wolf", type: .image), query("fox", before: early),
            query("fox", after: Self.start + 10_000 * Self.day), query(before: early, type: .text),
            query("fox", before: early, type: .text),
        ]
        for query in queries {
            let (a, b) = (try find(short, query, pages: 1), try find(long, query, pages: 1))
            #expect(b.cost < a.cost * 3 / 2 + 500, "\(query): \(a.cost), \(b.cost)")
            if query.type != .text, query.after != early, query != self.query(sender: "3") {
                #expect(a.found == b.found, "\(query)")
            }
        }
        #expect(try find(long, query(type: .image)).found.count == 40)
        #expect(try find(long, query("fox", before: early)).found.count == 48)
        // The count can fail: all pages are more in a long history.
        let (a, b) = (
            try find(short, query(sender: "3"), limit: 10_000), try find(long, query(sender: "3"), limit: 10_000)
        )
        #expect(b.cost > a.cost * 5)
    }

    /// Against a plain reading of everything, with times out of order, old messages below, and kinds mixed.
    @Test func pagesFindWhatAPlainReadingFinds() throws {
        var random = SeededRandom(seed: 5)
        let store = try MessageStore.openInline(account: "a", codec: Self.codec)
        var rows: [(id: Int64, text: String, time: Int64, kind: MessageType, sender: Int)] = []
        for number in 0..<3_000 {
            let time =
                Self.start + Int64.random(in: -40...40, using: &random) * Self.day / 4 + Int64(number) * 1_000_007
            let isOld = number % 3 == 0
            let id = isOld ? time * 16 - 1 << 46 : Int64(number + 1)
            let kinds: [MessageType] = [.text, .text, .text, .image, .video, .unknown]
            rows.append(
                (
                    id, number % 5 == 0 ? "wolf \(number)" : "fox \(number)", time,
                    kinds.randomElement(using: &random) ?? .text, number % 4
                ))
        }
        rows.sort { $0.id > $1.id }
        let input = rows.shuffled(using: &random)
        var failure: (any Error)?
        store.write(.normal, rows: 3_000) { (access) throws(DatabaseError) in
            for row in input {
                var message = Message(
                    id: MessageID(String(row.id)), session: SessionID(account: "a", kind: .peer, target: "1"),
                    sender: Contact(id: ContactID("\(row.sender)")), isOutgoing: false, timestamp: row.time,
                    order: row.id,
                    content: row.kind == .text
                        ? .text(TextContent(row.text)) : .custom(type: row.kind, payload: row.text),
                    rawContent: row.text)
                _ = try access.insert(&message, isHistory: false)
            }
            _ = try access.finishSessions()
        } completion: {
            if case .failure(let error) = $0 { failure = error }
        }
        store.drain()
        #expect(failure == nil)
        for _ in 0..<150 {
            func time() -> Int64? {
                Bool.random(using: &random)
                    ? nil : Self.start + Int64.random(in: -12_000...50_000, using: &random) * 100_000
            }
            let words = ["", "fox", "wolf", "wol*"].randomElement(using: &random) ?? ""
            let type = [nil, MessageType.text, .image, .file].randomElement(using: &random) ?? nil
            let sender = [nil, 1, 2].randomElement(using: &random) ?? nil
            let query = query(
                words, sender: sender.map { "\($0)" }, after: time(), before: time(), type: type)
            guard query.isFilter || !words.isEmpty else { continue }
            let expected = rows.filter { row in
                (query.after.map { row.time >= $0 } ?? true) && (query.before.map { row.time < $0 } ?? true)
                    && (type.map { (row.kind == .unknown ? .text : row.kind) == $0 } ?? true)
                    && (sender.map { row.sender == $0 } ?? true)
                    && (words.isEmpty || row.text.hasPrefix(words == "wol*" ? "wol" : words))
            }
            #expect(try find(store, query, limit: 50).found == expected.map(\.text), "\(query)")
        }
    }

    /// Somebody who wrote little, long ago, is found at once: also what has no words.
    @Test func aRareSenderIsFoundInTheIndex() throws {
        let store = try store(300, kind: { $0 == 20 ? .image : .text })
        let rare = Contact(id: ContactID("rare"))
        let session = SessionID(account: "a", kind: .peer, target: "1")
        var items: [ReceivedBatch.Item] = []
        for (number, text) in ["!!!", "words", "", "gone"].enumerated() {
            items.append(
                .message(
                    Message(
                        id: store.nextLocalID(), session: session, sender: rare, isOutgoing: false,
                        timestamp: Self.start + Int64(number),
                        content: text.isEmpty
                            ? .custom(type: .image, payload: text) : .text(TextContent(text)),
                        rawContent: text), isHistory: false))
        }
        store.insert(ReceivedBatch(items: items, syncKeys: [:])) { _ in }
        store.drain()
        let (found, cost) = try find(store, query(sender: "rare"))
        #expect(found == ["gone", "", "words", "!!!"])
        #expect(cost < 3_000, "\(cost)")
        var inSession = query()
        inSession.session = session
        #expect(try find(store, inSession).found.prefix(4) == ["gone", "", "words", "!!!"])
        let last = MessageID(String(304))
        store.delete(last) { _ in }
        store.drain()
        #expect(try find(store, query(sender: "rare")).found == ["", "words", "!!!"])
    }

    @Test func blocksAreTheirIDs() {
        for id in [Int64.min, -(1 << 31) - 1, -(1 << 31), -1, 0, 1_023, 1_024, .max] {
            #expect(SearchBlock(holding: id).ids.contains(id))
        }
        for (number, ids) in [(0, 0...1_023), (1, 1_024...2_047), (-1, -(1 << 30)...(-1))]
            as [(Int64, ClosedRange<Int64>)]
        {
            #expect(SearchBlock(number).ids == ids)
        }
        #expect(
            SearchBlock.ranges([(2, true), (0, true), (-1, false), (-3, true)]).map(\.upperBound) == [
                3_071, -(2 << 30) - 1,
            ])
        let many = (0..<100).map { (number: Int64(200 - $0), mayHold: $0 % 2 == 0) }
        #expect(SearchBlock.ranges(many).count == 32)
    }
}
