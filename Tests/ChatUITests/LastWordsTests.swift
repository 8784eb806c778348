import Cells
import IMModel
import Testing

@testable import ChatUI

/// What the session list says of the last message.
@Suite struct LastWordsTests {
    private func words(_ preview: String?, _ type: MessageType?, _ strings: Strings = .english) -> String? {
        var configuration = ChatConfiguration()
        configuration.strings = strings
        var session = Stage.sessions[0]
        session.preview = preview
        session.lastType = type
        return Stage(configuration: configuration).screen.lastWords(of: session)?.string
    }

    @Test func aMessageWithoutWordsIsToldByWhatItIs() {
        #expect(words("see you", nil) == "see you")
        #expect(words(nil, nil) == nil)
        #expect(words(nil, .revoked) == "message taken back")
        #expect(words(nil, .revoked, .simplifiedChinese) == "消息已撤回")
        #expect(words(nil, .image) == "[picture]")
        #expect(words(nil, .call, .simplifiedChinese) == "[通话]")
        #expect(words("", .file) == "[file]")
        for blank in ["  ", "\u{200B} \u{200B}", "\u{3000}"] { #expect(words(blank, nil) == "(empty message)") }
        #expect(words(nil, .unknown)?.contains("not known") == true)
        #expect(words(nil, MessageType(rawValue: "po\u{1B}ll"))?.contains("\u{1B}") == false)
    }

    @Test func theListShowsItBelowTheName() {
        var sessions = Stage.sessions
        sessions[0].preview = nil
        sessions[0].lastType = .revoked
        #expect(picture(Stage(sessions: sessions).draw(80, 24)).contains("     message taken back"))
    }
}
