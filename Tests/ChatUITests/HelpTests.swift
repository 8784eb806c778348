import Cells
import Testing

@testable import ChatUI

@Suite struct HelpTests {
    private func helpText(_ stage: Stage) -> String {
        guard case .panel(let panel)? = stage.screen.overlays.last else { return "" }
        return panel.lines.map { $0.label.string + " " + $0.text.string }.joined(separator: "\n")
    }

    @Test func helpListsEveryActionAndCommand() {
        let stage = Stage()
        stage.press("F1")
        let text = helpText(stage)
        for action in KeyAction.allCases where !stage.screen.configuration.keys.keys(for: action).isEmpty {
            #expect(text.contains(Strings.english.overlays.action(action).string), "\(action)")
        }
        for command in CommandName.allCases { #expect(text.contains(command.usage)) }
    }

    @Test func helpShowsTheKeysAsBound() throws {
        var configuration = ChatConfiguration()
        try configuration.keys.bind(key: "F12", to: "switcher", in: "global")
        let stage = Stage(configuration: configuration)
        stage.press("F1")
        #expect(helpText(stage).contains("F12"))
    }

    @Test func helpScrollsToItsEndAndCloses() {
        let stage = Stage()
        stage.press("F1")
        #expect(picture(stage.draw(80, 24)).contains("everywhere"))
        stage.press("End")
        #expect(picture(stage.draw(80, 24)).contains("/theme [NAME]"))
        stage.press("Esc")
        #expect(!stage.screen.hasOverlay)
        stage.press("F1", "F1")
        #expect(!stage.screen.hasOverlay)
    }
}
