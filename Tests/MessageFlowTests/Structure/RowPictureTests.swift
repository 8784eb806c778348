import Cells
import IMModel
import MessageFlow
import Testing

struct RowPictureTests {
    @Test func dump() {
        let quoted = Sample.text("q", "新的布局快照合进来了，滚动时 CPU 降了一半 🎉")
        var contexts = Picture.chain([
            Sample.text("1", "新的布局快照合进来了，滚动时 CPU 降了一半 🎉\nsee https://example.org/r/118 for the numbers"),
            Sample.text("2", "half? on which list?", from: Sample.maria, minutes: 2, replyTo: "q"),
            Sample.text("3", "100k rows, 120×40. @alice can you try it on the old laptop?", minutes: 3),
            Sample.text("4", "trying now, give me five minutes", from: Sample.me, minutes: 4, state: .read),
            Sample.text("5", "the link on the second row opens with o", from: Sample.me, minutes: 4),
            Sample.text("6", "and this one will not go out yet", from: Sample.me, minutes: 5, state: .failed(.notMember)),
        ])
        contexts[1].quoted = quoted
        contexts[2].startsUnread = true
        for width in [64, 40, 20, 12, 3, 1] {
            print("=== \(width)")
            print(Picture.rows(Picture.draw(contexts, RowComposer(), width: width)).map { "|" + $0 }.joined(separator: "\n"))
        }
        for width in [60, 20] {
            print(Picture.rows(Picture.draw(Picture.chain(Sample.everyKind), RowComposer(), width: width)).map { "|" + $0 }.joined(separator: "\n"))
        }
    }
}
