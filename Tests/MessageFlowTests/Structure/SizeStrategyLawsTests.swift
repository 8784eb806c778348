import Cells
import IMModel
import Testing

@testable import MessageFlow

struct SizeStrategyLawsTests {
    private final class WideView: MessageView {
        override func sizeThatFits(_ fittingSize: Size) -> Size { Size(width: fittingSize.width + 1, height: 1) }
    }

    private final class SpillingView: MessageView {
        override func sizeThatFits(_ fittingSize: Size) -> Size { Size(width: 1, height: 1) }
        override func draw(into buffer: inout CellBuffer, region: Rect, clip: Rect, style: FlowStyle) {
            buffer.write("ab", x: region.x, y: region.y, style: .plain, policy: .perCluster)
        }
    }

    @Test func allOurViewsKeepTheLaws() {
        let composer = RowComposer()
        let long = Sample.text("long", String(repeating: "很长的 text\n", count: 90))
        var rows = Picture.chain(Sample.everyKind + [long])
        for index in rows.indices {
            rows[index].startsUnread = true
            rows[index].message.tags = ["👍", "a long tag of many words"]
            if index % 2 == 0 { rows[index].message.replyTo = "x" }
            var own = rows[index]
            own.message.isOutgoing = true
            own.message.state = .failed(.refused("你好 and no"))
            rows.append(own)
        }
        for row in rows {
            let structure = composer.registry.structure(of: row.message.type, in: row.message.session)
            for configuration in structure.components.values {
                for width in [1, 2, 3, 7, 20, 40, 79, 80, 200] {
                    let context = composer.viewContext(of: row, width: width)
                    guard configuration.viewType.isVisible(in: context) else { continue }
                    for strategy: (any MessageLayoutSizeStrategy)? in [nil, SizeThatFitsStrategy()] {
                        let broken = SizeStrategyLaws.violations(
                            of: configuration.viewType, context: context, widths: [width], strategy: strategy)
                        #expect(broken == [], "\(configuration.viewType) \(row.message.id) at \(width)")
                    }
                }
            }
        }
    }

    @Test func brokenStrategiesAreFound() {
        let context = RowComposer().viewContext(of: RowContext(message: Sample.text("1", "a")), width: 20)
        func broken(_ type: MessageView.Type, _ strategy: any MessageLayoutSizeStrategy) -> [SizeStrategyLaws.Violation]
        {
            SizeStrategyLaws.violations(of: type, context: context, widths: [5], strategy: strategy)
        }
        #expect(
            broken(WideView.self, SizeThatFitsStrategy()) == [
                .tooWide(size: Size(width: 6, height: 1), fittingWidth: 5)
            ])
        #expect(
            broken(SpillingView.self, SizeThatFitsStrategy()) == [
                .paintsOutside(Point(x: 1, y: 0), size: Size(width: 1, height: 1))
            ])
        #expect(broken(MessageView.self, AutoLayoutSizeStrategy()) == [.empty(size: .zero, fittingWidth: 5)])
        var calls = 0
        let unstable = CustomSizeStrategy { _, _ in
            calls += 1
            return Size(width: 1, height: calls)
        }
        #expect(
            broken(MessageView.self, unstable).contains(
                .unstable(first: Size(width: 1, height: 1), second: Size(width: 1, height: 2))))
    }
}
