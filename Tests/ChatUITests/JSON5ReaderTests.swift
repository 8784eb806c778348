import Testing

@testable import ChatUI

@Suite struct JSON5ReaderTests {
    private func read(_ text: String) throws(JSON5Reader.Problem) -> JSON5Value.Content {
        try JSON5Reader.read(Array(text.utf8)).content
    }

    private func members(_ text: String) throws -> [String: JSON5Value.Content] {
        guard case .object(let members) = try read(text) else { return [:] }
        return Dictionary(members.map { ($0.name, $0.value.content) }) { first, _ in first }
    }

    @Test func everyFormOfTheFormatIsRead() throws {
        let found = try members(
            """
            // a comment
            {
              unquoted: 'single', "quoted": "double", $dollar_: /* here */ true,
              hex: 0xFF, plus: +1, dot: .5, trailing: 5., negative: -2e3, big: Infinity, none: null,
              list: [1, 'two', [], {},], escapes: 'a\\n\\x41\\u4e2d\\uD83D\\uDE00\\'\\
            b', 中文: 1,
            }

            """)
        #expect(found["unquoted"] == .string("single") && found["quoted"] == .string("double"))
        #expect(found["$dollar_"] == .boolean(true) && found["none"] == .null)
        let numbers: [String: Double] = ["hex": 255, "plus": 1, "dot": 0.5, "trailing": 5, "negative": -2000]
        for (name, number) in numbers { #expect(found[name] == .number(number), "\(name)") }
        #expect(found["big"] == .number(.infinity) && found["中文"] == .number(1))
        #expect(found["escapes"] == .string("a\nA中😀'b"))
        guard case .array(let list)? = found["list"] else {
            Issue.record("no list")
            return
        }
        #expect(list.count == 4)
    }

    @Test(arguments: [
        ("", 1, 1, "no value"), ("{", 1, 1, "no end"), ("{\n  a 1 }", 2, 5, "colon"),
        ("{ a: 1\n  b: 2 }", 2, 3, "comma"), ("{ a: 1, a: 2 }", 1, 9, "second time"), ("{ a: yes }", 1, 6, "“yes”"),
        ("{ a: 'x\n' }", 1, 6, "no end"), ("{ a: 012 }", 1, 6, "no number"), ("{ a: 1.2.3 }", 1, 6, "no number"),
        ("/* x", 1, 1, "comment"), ("{} {}", 1, 4, "more"), ("[1, 2", 1, 1, "no end"),
        ("{ 中: '中', b }", 1, 13, "colon"),
        ("{ a: '\\u12' }", 1, 9, "hexadecimal"), ("{ a: '\\uD800x' }", 1, 13, "surrogate"), ("{ , }", 1, 3, "name"),
        ("{ a: }", 1, 6, "value"), ("{ a: -x }", 1, 6, "no number"),
    ]) func problemsHaveTheirPlace(_ text: String, _ line: Int, _ column: Int, _ words: String) {
        do throws(JSON5Reader.Problem) {
            _ = try read(text)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.place == JSON5Place(line: line, column: column), "\(text)")
            #expect(error.reason.english.contains(words), "\(text): \(error.reason)")
        }
    }

    @Test func depthIsBounded() {
        #expect(throws: JSON5Reader.Problem.self) { try read(String(repeating: "[", count: 100_000)) }
    }

    @Test func badBytesAreRefused() {
        #expect(throws: JSON5Reader.Problem.self) { try JSON5Reader.read([0x7B, 0xFF, 0x7D]) }
    }

    /// Every beginning of a sound text is either read or complained about; nothing traps.
    @Test func anyBeginningIsHandled() throws {
        let text = Array("{ a: [1, 'x\\u4e2d', 0x1F, -.5e+3], /* c */ \"b\": { c: null } } // end".utf8)
        for end in text.indices { _ = try? JSON5Reader.read(Array(text[..<end])) }
        _ = try JSON5Reader.read(text)
    }
}
