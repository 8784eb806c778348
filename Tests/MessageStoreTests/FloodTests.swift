import Database
import IMModel
import Testing

@testable import MessageStore

/// What a flood of messages must not do once for each.
@Suite struct FloodTests {
    /// The pieces that the search index consists of: each time it is written out in a commit makes one.
    private func pieces(_ f: StoreFixture) throws -> Int {
        try f.wait { completion in
            f.store.read(
                { (access) throws(DatabaseError) -> Int in
                    // The layout of the row ids is told in the source of FTS5: the piece's number stands above 37 bits.
                    try access.connection.first("SELECT count(DISTINCT id >> 37) FROM search_data WHERE id > 10") {
                        $0.int(0)
                    } ?? 0
                }, completion: completion)
        }
    }

    /// Every third one comes from another device of ours, and marks as read what stands before it.
    private func talk(_ f: StoreFixture, _ count: Int) -> [Message] {
        (0..<count).map { number in
            f.text("word \(number)", from: number % 3 == 2 ? "1" : "2", origin: "o\(number)", at: Int64(number))
        }
    }

    @Test func aBatchWritesTheIndexOnce() throws {
        let f = try StoreFixture()
        try f.receive(talk(f, 300))
        #expect(try pieces(f) == 1)
        #expect(try f.session()?.unreadCount == 0)
    }

    @Test func jobsThatShareACommitWriteTheIndexOnce() throws {
        let f = try StoreFixture()
        let messages = talk(f, 100)
        let waiting = f.own("still to be sent", origin: "own")
        _ = try f.wait { completion in
            f.store.write(
                .normal,
                { (access) throws(DatabaseError) in
                    for (number, message) in messages.enumerated() {
                        // A job that fails is taken back, and what it would have put into the index too.
                        try? access.connection.transaction { () throws(DatabaseError) in
                            _ = try access.insert(
                                ReceivedBatch(items: [.message(message, isHistory: false)], syncKeys: [:]))
                            if number == 50 { throw DatabaseError(reason: .other, message: "no") }
                        }
                    }
                    _ = try access.insert(
                        ReceivedBatch(items: [.message(waiting, isHistory: false)], syncKeys: [:]))
                }, completion: completion)
        }
        #expect(try pieces(f) == 1)
        func find(_ words: String) throws -> Int {
            try f.wait { f.store.search(SearchQuery(words: words), limit: 200, completion: $0) }.messages.count
        }
        #expect(try find("word") == 99)
        #expect(try find("50") == 0)
        #expect(try find("49") == 1)
        // The index has no entry of the one that is gone; a check of the search would find it by its number.
        #expect(try f.all().count == 100)
    }

    @Test func howMuchIsIndexedIsTold() throws {
        let f = try StoreFixture()
        try f.receive(talk(f, 900))
        func percent() throws -> Int? { try f.wait { f.store.indexedPercent(completion: $0) } }
        #expect(try percent() == nil)
        try f.wait { completion in
            f.store.write(
                .normal,
                { (access) throws(DatabaseError) in
                    try access.connection.run("INSERT INTO search (search) VALUES ('delete-all')")
                    try access.forgetIndex()
                }, completion: completion)
        }
        #expect(try percent() == 0)
        // One that comes meanwhile is found at once.
        try f.receive([f.text("word 900", origin: "o900")])
        func find() throws -> SearchPage {
            try f.wait { f.store.search(SearchQuery(words: "word"), limit: 1_000, completion: $0) }
        }
        #expect(try find().messages.map(\.rawContent) == ["word 900"])
        #expect(try find().indexed == 0)
        #expect(try f.wait { f.store.indexMore(completion: $0) } == 55)
        #expect(try percent() == 55)
        while try f.wait({ f.store.indexMore(completion: $0) }) != nil {}
        #expect(try percent() == nil)
        #expect(try find().messages.count == 901)
    }

    /// The hours of the blocks that searches by time skip.
    @Test func theHoursOfABlockHoldItsMessages() throws {
        let f = try StoreFixture()
        let hour: Int64 = 3_600_000
        let times: [Int64] = [5, 7, 3, -2, 5, 900].map { $0 * hour }
        try f.receive(times.map { f.text("x", at: $0) })
        try f.receive([f.text("y", at: 2 * hour)])
        func rows() throws -> [[Int64]] {
            try f.wait { completion in
                f.store.read(
                    { (access) throws(DatabaseError) in
                        try access.connection.all("SELECT block, oldest, newest FROM times ORDER BY block") {
                            [$0.int64(0), $0.int64(1), $0.int64(2)]
                        }
                    }, completion: completion)
            }
        }
        let kept = try rows()
        #expect(kept == [[0, -2, 900]])
        try f.wait { completion in
            f.store.write(
                .normal, { (access) throws(DatabaseError) in try access.renewTimes() }, completion: completion)
        }
        #expect(try rows() == kept)
    }
}
