import Cells
import IMModel
import MessageFlow
import Testing

@testable import ChatUI

/// Every key that the interface names is the one that is bound: no sentence holds a key's name itself.
@Suite struct KeysInStringsTests {
    private static let files = [
        "ChatUI/Strings/Strings+English", "ChatUI/Strings/Strings+SimplifiedChinese", "ChatUI/Strings/Strings+Host",
        "ChatUI/Strings/Strings+Held", "ChatUI/Strings/Strings+Search", "ChatUI/Strings/Strings+Lines",
        "ChatUI/Strings/FlowStrings+SimplifiedChinese",
        "MessageFlow/Structure/Style/FlowStrings", "MessageFlow/Structure/Style/FlowStrings+English",
    ]
    /// What the terminal's own line editing takes, and no key map changes.
    private static let driversKeys = ["Ctrl-D ends", "Enter for none", "Ctrl-D 结束", "回车取消"]
    private static let names = [
        "Ctrl-", "Alt-", "Shift-", "Enter", "Return", "Esc", "Space", "Tab", "Backspace", "PgUp", "PgDn", "PageUp",
        "PageDown", "Home", "回车", "空格", "上键", "下键", "↑", "←", "→", "R resends", "R\\u{A0}resends", "R 重发",
    ]

    /// What is between quotation marks on a line, interpolations included.
    private func literals(_ line: Substring) -> String {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//"), let start = line.firstIndex(of: "\""),
            let end = line.lastIndex(of: "\"")
        else { return "" }
        return String(line[start...end])
    }

    @Test func noSentenceHoldsTheNameOfAKey() {
        let root = "\(#filePath)".split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        for file in Self.files {
            let source = wholeFile("\(root)/Sources/\(file).swift")
            #expect(!source.isEmpty, "\(file) is missing")
            for line in source.split(separator: "\n") {
                var text = literals(line)
                for known in Self.driversKeys { text = text.replacing(known, with: "") }
                // "↓ 3 new below" is a sign, and so are the arrows of no sentence.
                for name in Self.names { #expect(!text.contains(name), "\(file): \(line)") }
                for number in 1...12 { #expect(!text.contains("F\(number) "), "\(file): \(line)") }
            }
        }
    }

    @Test(arguments: Strings.Language.allCases)
    func rowsNameTheKeysTheyAreGiven(_ language: Strings.Language) {
        let strings = FlowStrings.table(language)
        let keys = FlowKeys(open: "KEY-1", resend: "KEY-2", menu: "KEY-3")
        let call = CallContent(event: .dial(video: false))
        for (text, key) in [
            (strings.gap(.missing, keys), "KEY-1"), (strings.gap(.failed(.offline), keys), "KEY-1"),
            (strings.gap(.failed(.timedOut), keys), "KEY-1"), (strings.gap(.failed(.failed("x")), keys), "KEY-1"),
            (strings.more(12, false, keys), "KEY-1"), (strings.failure(.timedOut, keys), "KEY-2"),
            (strings.failure(.notMember, keys), "KEY-2"), (strings.failure(.cancelled, keys), "KEY-2"),
            (strings.call(call, false, keys), "KEY-3"),
        ] { #expect(text.string.contains(key), "\(text.string)") }
        for text in [
            strings.gap(.missing, .none), strings.more(12, true, .none), strings.failure(.timedOut, .none),
            strings.call(call, false, .none),
        ] { #expect(!text.string.contains("·") && !text.isEmpty, "no key, no hint: \(text.string)") }
    }

    @Test func theKeysOfRowsAreThoseOfTheMap() throws {
        var map = KeyMap()
        #expect(map.flowKeys == FlowKeys())
        try map.bind(key: "F12", to: "resend-message", in: "messages")
        try map.bind(key: "R", to: "none", in: "messages")
        try map.bind(key: "x", to: "message-menu", in: "messages")
        #expect(map.flowKeys.resend == "F12" && map.flowKeys.menu == "x")
        #expect(MessageSummary.text(of: FlowStage.call, strings: .english).string == "voice call, not possible here")
    }
}
