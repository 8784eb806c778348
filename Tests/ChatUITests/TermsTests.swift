import Cells
import IMModel
import MessageFlow
import Testing

@testable import ChatUI

/// One word for one thing, one way of writing it, and in each language all that is told.
@Suite struct TermsTests {
    /// A sentence with values in it; what they look like in it stays the same in every language.
    struct Sentence: Sendable {
        let name: String
        let values: [String]
        let text: @Sendable (Strings) -> SafeText
        init(_ name: String, _ values: [String], _ text: @escaping @Sendable (Strings) -> SafeText) {
            self.name = name
            self.values = values
            self.text = text
        }
    }

    static let sentences: [Sentence] = [
        Sentence("members", ["41"]) { $0.sessions.members(41) },
        Sentence("unknown", ["aa"]) { $0.sessions.unknown("aa") },
        Sentence("newMessages", ["41", "42"]) { $0.sessions.newMessages(41, 42) },
        Sentence("newMessages, one", ["41"]) { $0.sessions.newMessages(41, 1) },
        Sentence("online", ["aa"]) { $0.status.online("aa") },
        Sentence("waiting", ["41", "aa"]) { $0.status.waiting(41, "aa") },
        Sentence("refused", ["aa"]) { $0.status.refused("aa") },
        Sentence("unreadElsewhere", ["41", "aa"]) { $0.status.unreadElsewhere(41, "aa") },
        Sentence("help", ["aa"]) { $0.status.help("aa") },
        Sentence("menu", ["aa"]) { $0.status.menu("aa") },
        Sentence("messageKeys", ["aa", "bb", "cc"]) { $0.status.messageKeys("aa", "bb", "cc") },
        Sentence("sessionKeys", ["aa", "bb", "cc"]) { $0.status.sessionKeys("aa", "bb", "cc") },
        Sentence("typing", ["aa"]) { $0.status.typing(["aa"]) },
        Sentence("typing, two", ["aa", "bb"]) { $0.status.typing(["aa", "bb"]) },
        Sentence("typing, more", ["3"]) { $0.status.typing(["aa", "bb", "cc"]) },
        Sentence("offerKeys", ["aa", "bb"]) { $0.status.offerKeys("aa", "bb") },
        Sentence("listKeys", ["aa", "bb", "cc"]) { $0.status.listKeys("aa", "bb", "cc") },
        Sentence("historyKeys", ["aa", "bb", "cc"]) { $0.status.historyKeys("aa", "bb", "cc") },
        Sentence("panelKeys", ["aa", "bb"]) { $0.status.panelKeys("aa", "bb") },
        Sentence("dialogKeys", ["aa", "bb"]) { $0.status.dialogKeys("aa", "bb") },
        Sentence("marked", ["41", "aa", "bb"]) { $0.status.marked(41, "aa", "bb") },
        Sentence("newBelow", ["41"]) { $0.status.newBelow(41) },
        Sentence("loadFailed", ["aa"]) { $0.status.loadFailed("aa") },
        Sentence("replyTo", ["aa", "bb"]) { $0.composer.replyTo("aa", "bb") },
        Sentence("size", ["41", "42"]) { $0.composer.size(41, 42) },
        Sentence("tooLarge", ["41", "42"]) { $0.composer.tooLarge(41, 42) },
        Sentence("holdsNoMore", ["41"]) { $0.composer.holdsNoMore(41) },
        Sentence("pasteQuestion", ["41", "42"]) { $0.composer.pasteQuestion(41, 42) },
        Sentence("mistypedQuestion", ["/aa"]) { $0.composer.mistypedQuestion("aa") },
        Sentence("didYouMean", ["aa", "//"]) { $0.composer.didYouMean("aa") },
        Sentence("usage", ["aa"]) { $0.composer.usage("aa") },
        Sentence("copiedSeveral", ["41"]) { $0.messages.copiedSeveral(41) },
        Sentence("noHits", ["aa"]) { $0.messages.noHits("aa") },
        Sentence("hitsTitle", ["aa"]) { $0.messages.hitsTitle("aa") },
        Sentence("bytes", ["41"]) { $0.messages.bytes(41) },
        Sentence("noAddress", ["aa", "group:"]) { $0.host.noAddress("aa") },
        Sentence("nobody", ["aa"]) { $0.host.nobody("aa") },
        Sentence("several", ["aa"]) { $0.host.several("aa") },
        Sentence("noWebAddress", ["aa"]) { $0.host.noWebAddress("aa") },
        Sentence("elsewhere", ["aa", "bb"]) { $0.host.elsewhere("aa", "bb") },
        Sentence("saving", ["aa", "bb"]) { $0.host.saving("aa", "bb") },
        Sentence("savedAs", ["aa"]) { $0.host.savedAs("aa") },
        Sentence("notSaved", ["aa"]) { $0.host.notSaved("aa") },
        Sentence("copiedByTerminal", ["aa", "/set copyProgram"]) { $0.host.copiedByTerminal("aa") },
        Sentence("copiedByTmux", ["aa", "tmux"]) { $0.host.copiedByTmux("aa") },
        Sentence("badTime", ["aa", "bb", "2026-11-30"]) { $0.search.badTime("aa", "bb") },
        Sentence("badKind", ["aa", "bb"]) { $0.search.badKind("aa", "bb") },
        Sentence("noValue", ["aa:"]) { $0.search.noValue("aa") },
        Sentence("unknownSender", ["aa"]) { $0.search.unknownSender("aa") },
        Sentence("ambiguousSender", ["aa", "bb"]) { $0.search.ambiguousSender("aa", "bb") },
        Sentence("unknownSession", ["aa"]) { $0.search.unknownSession("aa") },
        Sentence("tooLarge, file", ["aa"]) { $0.host.tooLarge("aa") },
        Sentence("tooLarge, why", ["41", "42"]) { $0.messages.sendFailure(.tooLarge(size: 41, limit: 42)) },
        Sentence("rejected, why", ["41"]) { $0.messages.sendFailure(.rejected(status: 41)) },
        Sentence("refused, why", ["aa"]) { $0.messages.sendFailure(.refused("aa")) },
    ]

    @Test func everyLanguageTellsWhatTheSentenceIsAbout() {
        for sentence in Self.sentences {
            for language in Strings.Language.allCases {
                let text = sentence.text(Strings.table(language)).string
                for value in sentence.values { #expect(text.contains(value), "\(language) \(sentence.name): \(text)") }
            }
        }
        for action in MessageAction.allCases {
            for language in Strings.Language.allCases {
                #expect(Strings.table(language).messages.failed(action, "aa").string.contains("aa"))
            }
        }
    }

    /// The keys on the first page are the same in both languages.
    @Test func theFirstPageNamesTheSameKeys() {
        func labels(_ strings: Strings) -> [String] {
            strings.overlays.welcome { action, context in "\(TextSanitizer.line(action.rawValue))" }.map(\.label.string)
        }
        #expect(labels(.english) == labels(.simplifiedChinese))
    }

    @Test func oneIsNotWrittenAsMany() {
        let strings = Strings.english
        for text in [
            strings.sessions.members(1), strings.sessions.newMessages(1, 1), strings.messages.copiedSeveral(1),
            strings.messages.bytes(1), strings.composer.pasteQuestion(1, 2000),
        ] {
            for many in ["members", "messages", "1 bytes", "lines"] {
                #expect(!text.string.contains(many), "\(text.string)")
            }
        }
    }

    @Test func everyWordIsWrittenTheSameWay() {
        for language in Strings.Language.allCases {
            let strings = Strings.table(language)
            for word in StringsTests().words(strings) { check(word.text.string, language) }
            for sentence in Self.sentences { check(sentence.text(strings).string, language) }
            for line in strings.overlays.welcome({ _, _ in "" }) { check(line.text.string, language) }
        }
    }

    /// Signs of print, one name for a session, and full-width punctuation between Chinese words.
    private func check(_ text: String, _ language: Strings.Language) {
        for bad in ["...", "\"", " '", "  ", " ,", " ."] { #expect(!text.contains(bad), "\(text)") }
        #expect(text == text.drop { $0 == " " } || text.hasPrefix(" "), "\(text)")
        switch language {
        case .english:
            for other in ["conversation", "Conversation", "dialogue"] { #expect(!text.contains(other), "\(text)") }
        case .simplifiedChinese:
            let scalars = Array(text.unicodeScalars)
            for (a, b) in zip(scalars, scalars.dropFirst()) where (0x4E00...0x9FFF).contains(a.value) {
                #expect(![",", ".", ":", ";", "?", "!", "("].contains(b), "\(text)")
            }
        }
    }

    @Test func helpAndReadmeSaySession() {
        let root = "\(#filePath)".split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        for path in ["README.md", "docs/imchat.1", "Sources/imchat/HelpText.swift"] {
            let text = wholeFile("\(root)/\(path)")
            #expect(!text.isEmpty, "\(path) is missing")
            for line in text.split(separator: "\n") where line.lowercased().contains("conversation") {
                #expect(line.contains("screenshots/conversation"), "\(path): \(line)")
            }
        }
    }
}
