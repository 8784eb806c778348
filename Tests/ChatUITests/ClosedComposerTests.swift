import IMModel
import Testing

@testable import ChatUI

/// Where nothing can be written.
@Suite struct ClosedComposerTests {
    @Test func whereNothingCanBeWrittenOnlyCommandsAreTaken() {
        for isReader in [false, true] {
            var configuration = ChatConfiguration()
            configuration.readsAlong = isReader
            var sessions = Stage.sessions
            if isReader { for index in sessions.indices { sessions[index].capabilities = [.localHistory] } }
            let stage = Stage(sessions: sessions, configuration: configuration)
            if isReader { stage.screen.update(connection: .readOnly) }
            _ = stage.screen.open(Stage.id(isReader ? .peer : .system, isReader ? "2" : ""), now: stage.now)
            stage.screen.recall(["sent before"], in: stage.screen.currentSession!)
            stage.press("\"hello")
            #expect(stage.screen.composer.isEmpty)
            let words = isReader ? "only reads along" : "Nothing can be written here"
            #expect(picture(stage.draw(100, 24)).contains(words))
            stage.paste("pasted")
            stage.press("Ctrl-R", "Enter")
            #expect(stage.screen.composer.isEmpty && !stage.screen.hasOverlay)
            #expect(!stage.press("Ctrl-O").contains { if case .editExternally = $0 { true } else { false } })
            #expect(
                stage.press("\"/search abc", "Enter").contains {
                    if case .search("abc", _) = $0 { true } else { false }
                })
            stage.press("\"/go Maria", "Enter")
            #expect(stage.screen.currentSession == Stage.id(.peer, "3"))
        }
    }

    /// A store in trouble is waited for: what is written meanwhile is kept.
    @Test func whoeverWaitsForTheStoreCanGoOnWriting() {
        var sessions = Stage.sessions
        for index in sessions.indices { sessions[index].capabilities = [.localHistory] }
        let stage = Stage(sessions: sessions)
        stage.screen.update(connection: .readOnly)
        stage.press("\"half a thought")
        #expect(stage.screen.composer.string == "half a thought")
    }
}
