import Cells
import IMModel
import MessageFlow
import Testing

/// A message type of a program's own, with nothing but what the library offers: a poll.
struct OwnMessageTypeTests {
    private static let type = MessageType(rawValue: "poll")

    /// The question and the answers, each with a bar for its votes.
    private final class PollView: ContentView {
        override func bodyBox(_ context: MessageViewContext) -> Box {
            guard case .custom(_, let payload) = context.message.content else { return .empty }
            let lines = TextSanitizer.multiline(payload).lines
            let answers = lines.dropFirst().enumerated().map { number, answer in
                Box.region(
                    .horizontal([.line(answer, .text), .rule("▪", .icon)], spacing: 1), name: "answer \(number)")
            }
            let question = Box.text([TextBlock([TextRun(lines[0], .cardTitle)])])
            return .filling(.vertical([question] + answers), .leading)
        }
    }

    @Test func aPollIsShown() throws {
        let composer = RowComposer()
        composer.registry.register(PollView.self, for: OwnMessageTypeTests.type)
        let content = MessageContent.custom(type: OwnMessageTypeTests.type, payload: "Lunch?\nnoodles\nrice")
        let row = RowContext(message: Sample.message("1", content), previous: Sample.text("0", ""))
        #expect(Picture.of(row, composer, width: 20) == ["  Lunch?", "  noodles▪▪▪▪▪▪▪▪▪▪▪", "  rice▪▪▪▪▪▪▪▪▪▪▪▪▪▪"])
        let layout = composer.layout(row, width: 20)
        #expect(composer.target(at: Point(x: 3, y: 2), of: row, in: layout) == .named("answer 1"))
        #expect(composer.canPerformMenuAction(on: .content, of: row))
        #expect(
            SizeStrategyLaws.violations(
                of: PollView.self, context: composer.viewContext(of: row, width: 40), widths: 1...40) == [])
    }
}
