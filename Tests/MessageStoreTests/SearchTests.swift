import Database
import IMModel
import TestSupport
import Testing

@testable import MessageStore

@Suite struct SearchTests {
    private func find(
        _ f: StoreFixture, _ words: String, session: SessionID? = nil, sender: String? = nil, after: Int64? = nil,
        before: Int64? = nil, type: MessageType? = nil
    ) throws -> [String] {
        let query = SearchQuery(
            words: words, session: session, sender: sender.map { ContactID($0) }, after: after, before: before,
            type: type)
        return try f.wait { f.store.search(query, limit: 100, completion: $0) }.messages.map(\.rawContent)
    }

    @Test func whatIsFound() throws {
        let texts = [
            "新的布局快照合进来了，滚动时 CPU 降了一半 🎉", "see the Café numbers, ten_fold", "布局", "照片在这里", "straße ÅNGSTRÖM naïve",
            "ハローワールド hello world", "안녕하세요 여러분", "the world says hello", "ＦＵＬＬ width", "Привет МИР", "สวัสดีครับ",
        ]
        let table: [(String, [Int])] = [
            ("布局", [2, 0]), ("局", [2, 0]), ("照", [3, 0]), ("了", [0]), ("半", [0]), ("快照", [0]), ("布局快照", [0]),
            ("局布", []), ("布局合", []), ("滚动 cpu", [0]), ("🎉", [0]), ("🎈", []), ("cafe", [1]), ("CAFÉ", [1]),
            ("caf", []), ("caf*", [1]), ("ten_fold", [1]), ("ten", [1]), ("fold ten", [1]), ("ten_fo", []),
            ("angstrom NAIVE", [4]), ("straße", [4]),
            ("hello world", [7, 5]), ("\"hello world\"", [5]), ("\"world says\"", [7]), ("\"says world\"", []),
            ("\"the Café numbers\"", [1]), ("ワールド", [5]), ("세요", [6]), ("여러분", [6]), ("full", [8]), ("ｗｉｄｔｈ", [8]),
            ("мир", [9]), ("прив*", [9]), ("สวัส", [10]), ("", []), ("\"", []), ("*", []), ("...", []), ("AND", []),
            ("hello OR nothing", []), ("NEAR(hello)", []), ("hello) OR (x", []), ("words:hello", []), ("\u{E000}1", []),
            ("进来了，滚动", [0]), ("hello\0world", [5]),
        ]
        let f = try StoreFixture()
        try f.receive(texts.map { f.text($0) })
        for (words, expected) in table { #expect(try find(f, words) == expected.map { texts[$0] }, "\(words)") }
    }

    @Test func conditionsNarrow() throws {
        let f = try StoreFixture()
        try f.receive([
            f.text("apple 1", from: "2", at: 10), f.text("apple 2", from: "3", at: 20),
            f.text("apple 3", from: "3", in: f.group, at: 30), f.text("pear 4", from: "3", in: f.group, at: 40),
        ])
        #expect(try find(f, "apple") == ["apple 3", "apple 2", "apple 1"])
        #expect(try find(f, "apple", session: f.peer) == ["apple 2", "apple 1"])
        #expect(try find(f, "apple", sender: "3") == ["apple 3", "apple 2"])
        #expect(try find(f, "apple", session: f.group, sender: "3") == ["apple 3"])
        #expect(try find(f, "apple", after: 20) == ["apple 3", "apple 2"])
        #expect(try find(f, "apple", before: 20) == ["apple 1"])
        #expect(try find(f, "apple", type: .image) == [])
        #expect(try find(f, "apple", sender: "99") == [])
        #expect(try find(f, "apple", session: SessionID(account: "a", kind: .room, target: "x")) == [])
    }

    @Test func whatIsGoneIsNotFound() throws {
        let f = try StoreFixture()
        let messages = (0..<3).map { f.text("secret 秘密 \($0)", origin: "o\($0)") }
        try f.receive(messages)
        try f.effect(.revoke, on: "o0", from: "2")
        _ = try f.wait { f.store.delete(messages[1].id, completion: $0) }
        #expect(try find(f, "secret") == ["secret 秘密 2"])
        #expect(try find(f, "秘密") == ["secret 秘密 2"])
        // And the index itself does not know the words any more.
        var rows: [Int64] = []
        f.store.read { (access) throws(DatabaseError) in
            try access.connection.all("SELECT rowid FROM search WHERE search MATCH 'secret'") { $0.int64(0) }
        } completion: {
            rows = (try? $0.get()) ?? []
        }
        f.store.drain()
        #expect(rows.map { MessageID(String($0)) } == [messages[2].id])
        try f.effect(.revoke, on: "late", from: "2")
        try f.receive([f.text("secret late", origin: "late")])
        #expect(try find(f, "late") == [])
    }

    @Test func pagesMeetEveryHitOnce() throws {
        let f = try StoreFixture()
        try f.receive((0..<95).map { f.text($0 % 2 == 0 ? "even \($0)" : "odd \($0)") })
        var found: [String] = []
        var next: MessageID?
        repeat {
            let page = try f.wait {
                f.store.search(SearchQuery(words: "even"), from: next, limit: 7, completion: $0)
            }
            found += page.messages.map(\.rawContent)
            next = page.next
        } while next != nil
        #expect(found == stride(from: 94, through: 0, by: -2).map { "even \($0)" })
    }

    /// Any run of characters of a text in an unspaced script finds the text, and only texts that hold it.
    @Test func everyPartOfARunIsFound() throws {
        let alphabet = Array("设计布局快")
        var random = SeededRandom(seed: 11)
        let f = try StoreFixture()
        var texts: [String] = []
        for _ in 0..<40 {
            let length = Int.random(in: 1...6, using: &random)
            texts.append(String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "设" }))
        }
        try f.receive(texts.map { f.text($0) })
        for _ in 0..<300 {
            let length = Int.random(in: 1...4, using: &random)
            let query = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "设" })
            #expect(try find(f, query) == texts.reversed().filter { $0.contains(query) }, "\(query)")
        }
    }

    /// The one pass gives the tokens that the runs have.
    @Test func theIndexTextIsTheRuns() {
        let alphabet = Array("aB1_ é́设计ー스🎉❤️\u{E000}，-\0ß".unicodeScalars)
        var random = SeededRandom(seed: 3)
        for _ in 0..<2_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...9, using: &random) {
                if let scalar = alphabet.randomElement(using: &random) { text.append(scalar) }
            }
            var expected = ""
            for run in SearchTokens.runs(String(text)) {
                switch run {
                case .word(let word): expected += word + " "
                case .symbol(let scalar): expected += String(scalar) + " "
                case .pairs(let scalars):
                    for index in scalars.indices {
                        let pair = scalars[index..<min(index + 2, scalars.count)]
                        for scalar in pair { expected.unicodeScalars.append(scalar) }
                        expected += " "
                    }
                }
            }
            #expect(Array((SearchTokens.indexText(String(text)) ?? "").utf8) == Array(expected.utf8))
        }
    }

    @Test func everyScalarFolds() {
        for value in UInt32(0)..<0x30000 {
            guard let scalar = Unicode.Scalar(value), let folded = SearchFolding.fold(scalar) else { continue }
            if SearchFolding.fold(folded) != folded { Issue.record("\(value)") }
        }
        #expect(SearchFolding.fold("ÀÏÑÖØÝÿĀĐŁŌŒŠŽſ") == "ainooyyadloœszs")
    }
}
