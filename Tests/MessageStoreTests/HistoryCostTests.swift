import Database
import IMModel
import Testing

@testable import MessageStore

/// What old messages cost, in steps of SQLite's machine: nothing in proportion to those that are there.
@Suite struct HistoryCostTests {
    private let connection: DatabaseConnection
    private let session = SessionID(account: "a", kind: .group, target: "7")

    init() throws {
        connection = try DatabaseConnection(path: ":memory:")
        try connection.migrate(StoreSchema.migrations)
    }

    private func access() -> StoreAccess {
        StoreAccess(
            connection: connection, account: "a", codec: StoreFixture.codec, originKey: OriginKey(deviceID: "d"))
    }

    private func steps(_ work: () throws -> Void) rethrows -> Int {
        let before = connection.instructions
        try work()
        return connection.instructions - before
    }

    private func message(_ number: Int, _ hasOriginID: Bool) -> Message {
        Message(
            id: MessageID(String(1_000_000 + number)), session: session,
            originID: hasOriginID ? "origin-\(number)" : nil, sender: Contact(id: ContactID(String(2 + number % 5))),
            timestamp: Int64(number) * 60_000, content: .text(TextContent("m")), rawContent: "m \(number)",
            state: .incoming)
    }

    /// Takes in messages a minute apart, in batches; answers the steps for one.
    private func take(_ numbers: Range<Int>, originIDs: Bool = true) throws -> Int {
        var cursors: [SessionID: MessageID] = [:]
        let all = try steps {
            for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 250) {
                let end = min(start + 250, numbers.upperBound)
                let items = (start..<end).map { ReceivedBatch.Item.message(message($0, originIDs), isHistory: true) }
                var access = access()
                let batch = ReceivedBatch(items: items, history: HistorySpan(cursors: cursors))
                let outcome = try connection.transaction { () throws(DatabaseError) in try access.insert(batch) }
                cursors = outcome.cursors
            }
        }
        return all / numbers.count
    }

    @Test(arguments: [true, false]) func aMessageCostsTheSameWhereverItGoes(originIDs: Bool) throws {
        let last = try take(9_000..<9_500, originIDs: originIDs)
        // Before what is there, and before more and more of it.
        let few = try take(5_000..<5_500, originIDs: originIDs)
        let more = try take(5_500..<7_500, originIDs: originIDs)
        let many = try take(0..<500, originIDs: originIDs)
        // Without an id of its own a message is compared with those around its place.
        #expect(few < (originIDs ? 2 : 8) * last, "\(last), \(few)")
        #expect(more < few * 3 / 2 && many < few * 3 / 2, "\(few), \(more), \(many)")
        // Again adds nothing and costs no more.
        let again = try take(5_500..<7_500, originIDs: originIDs)
        #expect(again < few * 3 / 2, "\(again)")
        #expect(try connection.first("SELECT count(*) FROM messages") { $0.int(0) } == 3_500)
    }

    @Test func aPageCostsTheSameWhereverItIs() throws {
        _ = try take(9_000..<9_010)
        _ = try take(0..<3_000)
        let ids = try connection.all("SELECT id FROM messages ORDER BY ord, id") { $0.int64(0) }
        for direction in [StorePageDirection.older, .newer, .around] {
            let costs = try [40, 1_500, 2_940].map { index in
                try steps { _ = try access().page(1, anchor: ids[index], direction: direction, limit: 20) }
            }
            let (least, most) = (costs.min() ?? 0, costs.max() ?? 0)
            #expect(most < least * 5 / 4, "\(direction): \(costs)")
        }
    }
}
