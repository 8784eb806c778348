import IMModel
import TestSupport
import Testing

@testable import MessageStore

@Suite struct SearchTextTests {
    private func read(_ text: String) throws(SearchText.Problem) -> SearchText {
        try SearchText(text, now: 1_764_500_000_000) { _ in 3_600 }
    }

    @Test func filtersStandBesideWords() throws {
        let search = try read(
            #"hello from:"Chen Xiao" "two words" in:group:7 kind:IMAGE after:2025-11-01 before:1h wor*"#)
        #expect(search.words == #"hello "two words" wor*"#)
        #expect(search.sender == "Chen Xiao")
        #expect(search.session == "group:7")
        #expect(search.type == .image)
        #expect(search.after == 1_761_951_600_000)
        #expect(search.before == 1_764_496_400_000)
    }

    @Test func whatIsNoFilterIsWords() throws {
        #expect(try read("https://example.org/a:b re: 10:30").words == "https://example.org/a:b re: 10:30")
        #expect(try read(#""from: me""#).words == #""from: me""#)
        #expect(try read("from:bob").words == "")
        // A quotation mark that is never closed.
        #expect(try read(#"say "hello from:bob"#).words == #"say "hello from:bob"#)
    }

    @Test func whatIsWrongIsNamed() {
        #expect(throws: SearchText.Problem.badTime(key: "before", value: "2025-13-01")) {
            try read("x before:2025-13-01")
        }
        #expect(throws: SearchText.Problem.badTime(key: "after", value: "soon")) { try read("after:soon") }
        #expect(throws: SearchText.Problem.badKind("picture")) { try read("kind:picture") }
        #expect(throws: SearchText.Problem.noValue("from")) { try read("hello from:") }
        for nothing in ["  ", ":-)", "%", "\"...\" !"] {
            #expect(throws: SearchText.Problem.empty) { try read(nothing) }
        }
        #expect(throws: SearchText.Problem.empty) { try read("?! from:bob") }
        #expect(SearchText.Problem.badKind("x").words.contains("image"))
    }

    /// Whatever is typed: an answer, and nothing of it is the index's language.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func noTextBreaksTheSearch(seed: UInt64) throws {
        let f = try StoreFixture()
        try f.receive([
            f.text("the quick brown fox NEAR the river"), f.text("你好世界，这里是测试"),
            f.text("AND OR NOT near -minus col:umn"),
            f.text("emoji 🎉 and 100% \"quoted\""),
        ])
        let pieces = [
            "\"", "*", "NEAR", "NEAR(", ")", "(", "AND", "OR", "NOT", "-", "+", "^", ":", "{", "}", "words:", "rowid",
            "'", ";",
            "--", "\\", "%", "_", "\u{0}", "\u{E000}1", "\u{E001}2", "🎉", "你", "你好", "世", "the", "qui", " ", "  ", "\n",
            "\u{301}", "é",
            "ﬁ", "Ａ", "۳", "\u{200D}", "\u{FEFF}", "from:", "in:x", "kind:text", ",",
        ]
        var random = SeededRandom(seed: seed)
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            let page = try f.wait { f.store.search(SearchQuery(words: text), limit: 10, completion: $0) }
            #expect(page.messages.count <= 4)
            let parsed = try? read(text)
            if let parsed {
                _ = try f.wait {
                    f.store.search(SearchQuery(words: parsed.words, type: parsed.type), limit: 10, completion: $0)
                }
            }
        }
        // The marks of sessions and senders cannot be searched for.
        let marked = try f.wait { f.store.search(SearchQuery(words: "\u{E000}1"), limit: 10, completion: $0) }
        #expect(marked.messages.isEmpty)
        let near = try f.wait { f.store.search(SearchQuery(words: "NEAR river"), limit: 10, completion: $0) }
        #expect(near.messages.count == 1)
    }

    @Test func filtersAloneFindEverythingThatFits() throws {
        let f = try StoreFixture()
        func image(_ number: Int, _ sender: String, _ session: SessionID) -> Message {
            var message = f.text("u", from: sender, in: session, at: Int64(number))
            message.content = .image(url: "u", width: 1, height: 1)
            return message
        }
        try f.receive([image(1, "2", f.peer), image(2, "3", f.group), f.text("words", at: 3), image(4, "3", f.peer)])
        func find(_ query: SearchQuery) throws -> [Int64] {
            try f.wait { f.store.search(query, limit: 10, completion: $0) }.messages.map(\.timestamp)
        }
        #expect(try find(SearchQuery(words: "", type: .unknown)) == [4, 2, 1])
        #expect(try find(SearchQuery(words: " ", session: f.peer, type: .unknown)) == [4, 1])
        #expect(try find(SearchQuery(words: "", sender: ContactID("3"))) == [4, 2])
        #expect(try find(SearchQuery(words: "", after: 2, before: 4)) == [3, 2])
        #expect(try find(SearchQuery(words: "")) == [])
    }

    @Test func oldMessagesAreFoundByTheirTime() throws {
        let f = try StoreFixture()
        try f.receive([f.text("word new", at: 1_700_000_500_000)])
        for (session, time) in [(f.peer, 300), (f.group, 400), (f.peer, 100), (f.group, 200)] as [(SessionID, Int64)] {
            let message = f.text("word \(time)", in: session, at: 1_700_000_000_000 + time * 1_000)
            _ = try f.wait {
                f.store.insert(
                    ReceivedBatch(
                        items: [.message(message, isHistory: true)], history: HistorySpan(reachesOldest: true)),
                    completion: $0)
            }
        }
        let found = try f.wait { f.store.search(SearchQuery(words: "word"), limit: 10, completion: $0) }
        #expect(found.messages.map(\.rawContent) == ["word new", "word 400", "word 300", "word 200", "word 100"])
    }
}
