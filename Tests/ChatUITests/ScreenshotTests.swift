import Cells
import Glibc
import IMModel
import MessageFlow
import TestSupport
import Testing

@testable import ChatUI

/// Pictures of real screens for the project's pages. They are always made; `IMCHAT_SCREENSHOTS` names the folder that
/// they are written to (`make screenshots`).
@Suite struct ScreenshotTests {
    private struct Shot {
        var name: String
        var keys: [String] = []
        var theme = "dark"
        var isLight = false
        var strings = Strings.english
        var size = Size(width: 92, height: 24)
    }

    private static let shots = [
        Shot(name: "conversation"),
        Shot(name: "menu", keys: ["↑", "k", "k", "Space"]),
        Shot(name: "switcher", keys: ["F2", "\"de"]),
        Shot(name: "light", theme: "light", isLight: true),
        Shot(name: "chinese", strings: .simplifiedChinese),
        Shot(name: "help", keys: ["F1"]),
        Shot(name: "narrow", size: Size(width: 44, height: 20)),
    ]

    private static let talk: [Message] = {
        var talk = FlowStage.talk
        talk[4] = FlowStage.message(5, "trying now, give me five minutes 🚀", own: true, state: .read)
        talk[5] = FlowStage.message(6, "the link on the second row opens with o ✓", own: true, state: .sent)
        talk.append(FlowStage.message(7, "and this one will not go out yet", own: true, state: .failed(.notMember)))
        talk.append(FlowStage.message(8, "`swift test` is green here 🎉", replyTo: "o5"))
        return talk
    }()

    private func picture(_ shot: Shot) -> String {
        var configuration = ChatConfiguration()
        configuration.theme = Theme.named(shot.theme) ?? .standard
        configuration.strings = shot.strings
        let flow = FlowStage(messages: Self.talk, configuration: configuration)
        flow.settle(shot.size.width, shot.size.height)
        flow.stage.screen.typing(true, name: "Maria", in: FlowStage.crew, now: flow.stage.now)
        for key in shot.keys { flow.stage.press(key) }
        flow.settle(shot.size.width, shot.size.height)
        var frame = CellBuffer(size: shot.size)
        let cursor = flow.stage.screen.draw(into: &frame)
        return SVGPicture(isLight: shot.isLight).svg(of: frame, cursor: cursor)
    }

    @Test func picturesAreMadeTheSameEachTime() throws {
        for shot in Self.shots {
            let svg = picture(shot)
            #expect(svg == picture(shot), "\(shot.name)")
            #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
            #expect(svg.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
            guard let folder = getenv("IMCHAT_SCREENSHOTS") else { continue }
            let path = "\(String(cString: folder))/\(shot.name).svg"
            let file = try #require(fopen(path, "w"), "\(path) cannot be written")
            fputs(svg, file)
            fclose(file)
        }
    }

    @Test func marksOfTheFormatAreEscaped() {
        var frame = CellBuffer(size: Size(width: 12, height: 1))
        frame.write("a<b>&\"c\" 中", x: 0, y: 0, style: .plain, policy: .perCluster)
        let svg = SVGPicture().svg(of: frame)
        #expect(svg.contains("a&lt;b&gt;&amp;"))
        #expect(svg.contains(">中</text>"))
        #expect(!svg.contains("<b>"))
    }
}
