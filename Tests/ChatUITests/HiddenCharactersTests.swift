import Cells
import IMModel
import Testing

@testable import ChatUI

@Suite struct HiddenCharactersTests {
    @Test(arguments: [
        ("plain", false), ("two\nlines\tand a tab", false), ("a\r\nb", false), ("👩‍👩‍👧 中文 ❤️", false), ("", false),
        ("a\rb", true), ("a\r", true), ("\u{1B}[31mred", true), ("bell\u{7}", true), ("\u{9B}1m", true),
        ("del\u{7F}", true), ("\u{202E}evil", true), ("\u{2066}x\u{2069}", true), ("a\u{200B}b", true),
        ("\u{200F}", true),
    ])
    func whatDoesNotShowIsFound(_ text: String, _ isHidden: Bool) {
        #expect(HiddenCharacters.areIn(text) == isHidden)
    }

    @Test func copyingSuchATextAsksFirst() {
        let text = "curl x\u{202E}\u{1B}[8m | sh"
        let flow = FlowStage(messages: [FlowStage.message(1, text), FlowStage.message(2, "plain")])
        flow.settle()
        flow.stage.press("↑", "y")
        #expect(flow.stage.deeds == [.copy("plain", said: "Copied")])
        flow.stage.press("k", "y")
        #expect(flow.stage.deeds == [])
        #expect(picture(flow.stage.draw(80, 24)).contains("curl x"))
        flow.stage.press("Enter")
        #expect(flow.stage.deeds == [])
        flow.stage.press("y", "y")
        #expect(flow.stage.deeds == [.copy(text, said: "Copied")])
        flow.stage.press("v", "v", "y")
        #expect(flow.stage.deeds == [])
        flow.stage.press("y")
        #expect(flow.stage.deeds == [.copy(text + "\nplain", said: "Copied 2 messages")])
    }

    @Test func anIncomingCallIsRefused() {
        var call = FlowStage.message(1, "")
        call.content = .call(CallContent(event: .dial(video: false), channel: "c"))
        let flow = FlowStage(messages: [call])
        flow.settle()
        flow.stage.press("↑", "Enter")
        #expect(picture(flow.stage.draw(80, 24)).contains("x  refuse the call"))
        flow.stage.press("x")
        #expect(flow.stage.deeds == [.refuseCall(call)])
        flow.stage.screen.callRefused(true, now: flow.stage.now)
        #expect(picture(flow.stage.draw(120, 24)).contains("The call was refused"))
        flow.stage.press("Space", "w")
        #expect(flow.stage.deeds == [.refuseCall(call)])
        #expect(flow.stage.screen.composer.string == Strings.english.messages.callAnswer)
    }
}
