import Cells
import IMModel
import Testing

@testable import ChatUI

/// Texts that come back to where they were written.
@Suite struct GivenBackTests {
    @Test func whatLooksLikeACommandComesBackAsAMessage() {
        let crew = Stage.id(.group, "7")
        for text in ["/quit", "//host", "/", "/nonsense", "/two\nlines", "plain / text"] {
            let stage = Stage()
            stage.screen.giveBack(text, in: crew)
            #expect(SlashCommandParser.read(stage.screen.composer.string) == .message(text), "\(text)")
        }
    }

    /// What could only be read can be written to from now on.
    @Test func anotherSourceGetsWhatWasWrittenMeanwhile() {
        let stage = Stage()
        let crew = Stage.id(.group, "7")
        stage.press("\"mine")
        #expect(stage.screen.currentSession == crew)
        // It kept drafts of its own: of the session that is written in, and of one that was only looked at.
        stage.press("Ctrl-N")
        guard let other = stage.screen.currentSession, other != crew else {
            Issue.record("there is one session only")
            return
        }
        var sessions = stage.screen.sessions
        for index in sessions.indices where [crew, other].contains(sessions[index].id) {
            sessions[index].draft = Draft(text: "kept", caret: 4)
        }
        stage.screen.update(sessions: sessions)
        let effects = stage.screen.reopen(now: 1)
        #expect(effects.contains(.openSession(other)))
        let drafts = effects.compactMap { effect in
            if case .draftChanged(let id, let draft) = effect { return "\(id.address) \(draft?.text ?? "-")" }
            return nil
        }
        #expect(drafts == ["\(crew.address) kept\nmine"])
        #expect(stage.screen.composer.string == "kept")
        stage.press("Ctrl-P")
        #expect(stage.screen.composer.string == "kept\nmine")
    }
}
