import Cells
import IMModel
import TestSupport
import Testing

@testable import MessageFlow

struct RowComposerTests {
    /// Counts what views are told.
    private final class SpyView: TextContentView {
        nonisolated(unsafe) static var log: [String] = []
        override func prepareForReuse() { SpyView.log.append("reuse after \(context?.message.id.rawValue ?? "-")") }
        override func refresh(with context: MessageViewContext) {
            super.refresh(with: context)
            SpyView.log.append("refresh \(context.message.id)")
        }
    }

    /// A view that draws itself and paints all it is given.
    private final class GreedyView: MessageView {
        override class func createSizeStrategy(
            message: Message, fittingSize: Size, context: MessageViewContext
        ) -> (any MessageLayoutSizeStrategy)? { SizeThatFitsStrategy() }
        override func sizeThatFits(_ fittingSize: Size) -> Size { Size(width: 3, height: 2) }
        override func draw(into buffer: inout CellBuffer, region: Rect, clip: Rect, style: FlowStyle) {
            buffer.fill(region.intersection(clip), style: Style(attributes: .reverse))
        }
    }

    private func contexts(_ count: Int) -> [RowContext] {
        Picture.chain(
            (0..<count).map {
                Sample.text(
                    "m\($0)", "message \($0) 你好 and some more words", from: $0 % 3 == 0 ? Sample.me : Sample.chen,
                    minutes: Int64($0))
            })
    }

    @Test func layoutsKeepTheirLaws() {
        var random = SeededRandom(seed: 99)
        let composer = RowComposer()
        let kinds = Sample.everyKind
        for _ in 0..<2000 {
            var message = kinds[Int.random(in: 0..<kinds.count, using: &random)]
            message.isOutgoing = Bool.random(using: &random)
            message.version = Int.random(in: 0...1_000_000, using: &random)
            message.state = message.isOutgoing ? .failed(.timedOut) : .incoming
            if Bool.random(using: &random) { message.replyTo = "x" }
            let context = RowContext(
                message: message, previous: Bool.random(using: &random) ? kinds[0] : nil,
                startsUnread: Bool.random(using: &random))
            let width = Int.random(in: 1...40, using: &random)
            let layout = composer.layout(context, width: width)
            #expect(layout.height >= 1 && layout.width == width)
            let whole = Rect(x: 0, y: 0, width: width, height: layout.height)
            #expect(layout.frames.allSatisfy { !$0.rect.isEmpty && $0.rect.intersection(whole) == $0.rect })
        }
        #expect(composer.counters.nonsenseSizes == 0)
    }

    @Test func drawingStaysInsideOfLayoutAndClip() {
        let composer = RowComposer()
        let context = RowContext(message: Sample.text("1", "新的布局快照合进来了 hello https://a.b/ c"), startsUnread: true)
        let layout = composer.layout(context, width: 20)
        let blank = CellBuffer(size: Size(width: 30, height: 20))
        for x in -12...12 {
            for y in -4...4 {
                var buffer = blank
                let clip = Rect(x: 4, y: 3, width: 15, height: 6)
                composer.draw(
                    layout, context, into: &buffer, at: Point(x: x + 5, y: y + 4), clip: clip,
                    highlight: [.selected, .marked])
                let area = Rect(x: x + 5, y: y + 4, width: 20, height: layout.height).intersection(clip)
                for row in 0..<20 {
                    for column in 0..<30 where !area.contains(Point(x: column, y: row)) {
                        #expect(buffer[column, row] == .blank)
                    }
                }
            }
        }
    }

    @Test func aPooledViewIsPreparedExactlyWhenItsMessageChanges() {
        SpyView.log = []
        let composer = RowComposer()
        composer.registry[.text] = MessageStructure(components: [.content: ComponentConfiguration(SpyView.self)])
        let rows = [Sample.text("a", "1"), Sample.text("b", "2"), Sample.text("c", "3")].map { RowContext(message: $0) }
        let layouts = rows.map { composer.layout($0, width: 20) }
        #expect(
            SpyView.log == ["refresh a", "reuse after a", "refresh b", "reuse after b", "refresh c"],
            "the measuring view")
        SpyView.log = []
        var buffer = CellBuffer(size: Size(width: 20, height: 2))
        func draw(_ index: Int) {
            composer.draw(
                layouts[index], rows[index], into: &buffer, at: Point(x: 0, y: 0), clip: buffer.bounds, highlight: [])
        }
        composer.show(only: ["a", "b"].asIDs)
        draw(0)
        draw(1)
        draw(0)
        #expect(SpyView.log == ["refresh a", "refresh b"])
        composer.show(only: ["b", "c"].asIDs)
        draw(2)
        #expect(SpyView.log == ["refresh a", "refresh b", "reuse after a", "refresh c"])
        composer.show(only: ["b"].asIDs)
        composer.show(only: ["b", "c"].asIDs)
        draw(2)
        #expect(SpyView.log.count == 4, "the idle view still shows the message")
        #expect(composer.viewCount == 2)
        composer.show(only: [])
        #expect(composer.viewCount == 0)
    }

    @Test func aChangedMessageIsRefreshedNotReused() {
        SpyView.log = []
        let composer = RowComposer()
        composer.registry[.text] = MessageStructure(components: [.content: ComponentConfiguration(SpyView.self)])
        var message = Sample.text("a", "1")
        _ = Picture.draw([RowContext(message: message)], composer, width: 20)
        message.version = 1
        message.content = .text(TextContent("new"))
        #expect(Picture.of(RowContext(message: message), composer, width: 20) == ["  new"])
        #expect(SpyView.log == ["refresh a", "refresh a", "refresh a", "refresh a"], "measuring and shown, twice")
    }

    @Test func viewsAreBoundedByTheScreen() {
        let composer = RowComposer()
        let rows = contexts(300)
        var most = 0
        for start in 0..<280 {
            let shown = rows[start..<start + 20]
            composer.show(only: Set(shown.map(\.message.id)))
            _ = Picture.draw(Array(shown), composer, width: 50)
            most = max(most, composer.viewCount)
        }
        #expect(most <= 2 * 20 * MessageComponent.allCases.count)
    }

    @Test func theSecondPassComesFromSnapshots() {
        let composer = RowComposer()
        let rows = contexts(1000)
        for row in rows { _ = composer.layout(row, width: 60) }
        let first = composer.counters
        #expect(first.hits == 0 && first.misses == first.computed)
        for row in rows.reversed() { _ = composer.layout(row, width: 60) }
        let second = composer.counters
        #expect(second.computed == first.computed && second.misses == first.misses)
        #expect(second.hits == first.misses)
        #expect(second.evicted == 0)
    }

    @Test func snapshotsAreBoundedAndCleared() {
        let composer = RowComposer()
        composer.configuration.snapshotLimit = 10
        let rows = contexts(100)
        for row in rows { _ = composer.layout(row, width: 60) }
        #expect(composer.snapshotCount == 10)
        #expect(composer.counters.evicted == 90)
        composer.clearSnapshots(of: rows[99].message.id)
        #expect(composer.snapshotCount == 9)
        composer.clearSnapshots(ofSession: SessionID(account: "b", kind: .peer, target: "1"))
        #expect(composer.snapshotCount == 9)
        composer.clearSnapshots(ofSession: Sample.group)
        #expect(composer.snapshotCount == 0)
        _ = composer.layout(rows[0], width: 60)
        composer.clearSnapshots(of: nil)
        #expect(composer.snapshotCount == 0)
    }

    @Test func snapshotsAreSwitchedPerComponent() {
        let composer = RowComposer()
        composer.configuration.snapshotComponents = [.content]
        let row = contexts(2)[1]
        _ = composer.layout(row, width: 60)
        let before = composer.counters
        _ = composer.layout(row, width: 60)
        #expect(composer.counters.hits == before.hits + 1)
        #expect(composer.counters.computed == before.computed + 2, "avatar and sender")
    }

    @Test func keptLayoutsEqualFreshOnes() {
        let kept = RowComposer()
        var rows = Picture.chain(Sample.everyKind) + contexts(30)
        rows[3].startsUnread = true
        let widths = [80, 79, 40, 20, 3]
        for width in widths { for row in rows { _ = kept.layout(row, width: width) } }
        kept.policy = .perScalar
        for row in rows { _ = kept.layout(row, width: 40) }
        kept.policy = .perCluster
        for width in widths + widths.reversed() {
            for row in rows {
                #expect(kept.layout(row, width: width) == RowComposer().layout(row, width: width))
            }
            #expect(Picture.draw(rows, kept, width: width) == Picture.draw(rows, RowComposer(), width: width))
        }
        kept.policy = .perScalar
        let scalar = RowComposer(policy: .perScalar)
        #expect(Picture.draw(rows, kept, width: 40) == Picture.draw(rows, scalar, width: 40))
    }

    @Test func reconfiguringShowsAtOnce() {
        let composer = RowComposer()
        let row = RowContext(message: Sample.text("1", "*b*"), previous: Sample.text("0", ""))
        #expect(Picture.of(row, composer, width: 40) == ["    *b*"])
        composer.style.metrics.indent = 6
        #expect(Picture.of(row, composer, width: 40) == ["      *b*"])
        composer.configuration.groupingSeconds = 0
        #expect(Picture.of(row, composer, width: 40).count == 2)
        composer.configuration.stylesText = false
        let plain = Picture.draw([row], composer, width: 40)
        #expect(plain[6, 1].style == .plain)
        var strings = FlowStrings.english
        strings.time = { _, _ in "noon" }
        composer.strings = strings
        #expect(Picture.of(row, composer, width: 40)[0].hasSuffix("noon"))
        let counters = composer.counters
        composer.style.roles[.text] = Style(attributes: .italic)
        #expect(Picture.draw([row], composer, width: 40)[6, 1].style == Style(attributes: .italic))
        #expect(composer.counters.computed == counters.computed, "colours are no part of a layout")
    }

    @Test func aLinkIsOneHyperlinkOverAllItsRows() {
        let url = "https://example.org/" + String(repeating: "path/", count: 20)
        let composer = RowComposer()
        let row = RowContext(message: Sample.text("1", "see \(url) now"), previous: Sample.text("0", ""))
        let buffer = Picture.draw([row], composer, width: 30)
        #expect(buffer.links == ["", url])
        var linked = ""
        var rows: Set<Int> = []
        for y in 0..<buffer.size.height {
            for x in 0..<buffer.size.width where buffer[x, y].style.link == 1 {
                linked += buffer[x, y].cluster
                rows.insert(y)
            }
        }
        #expect(linked == url)
        #expect(rows.count > 3)
        let layout = composer.layout(row, width: 30)
        #expect(composer.target(at: Point(x: 5, y: 2), of: row, in: layout) == LinkTarget(url).map { .link($0) })
        #expect(composer.target(at: Point(x: 0, y: 0), of: row, in: layout) == nil)
    }

    @Test func nonsenseSizesArePutRightAndCounted() {
        for size in [
            Size(width: 0, height: 0), Size(width: -3, height: -1), Size(width: 900, height: 2),
            Size(width: 2, height: .max),
        ] {
            let composer = RowComposer()
            composer.registry.configure(.content, of: .text) { $0.sizeStrategy = CustomSizeStrategy { _, _ in size } }
            let row = RowContext(message: Sample.text("1", "hello"), previous: Sample.text("0", ""))
            let layout = composer.layout(row, width: 20)
            #expect(composer.counters.nonsenseSizes == 1)
            #expect(layout.height >= 1 && layout.frames.allSatisfy { $0.rect.width >= 1 && $0.rect.maxX <= 20 })
        }
    }

    @Test func componentsAreConfiguredPerTypeAndPerSession() {
        let composer = RowComposer()
        let row = RowContext(message: Sample.text("1", "hello"), previous: nil)
        composer.registry.configure(.timeline, of: .text) { $0.visibility = .hidden }
        composer.registry.configure(.avatar, of: .text, in: Sample.group) { $0.visibility = .hidden }
        composer.registry.configure(.content, of: .text, in: Sample.group) {
            $0.alignment = .trailing
            $0.maxWidth = 4
            $0.roles[.text] = Style(attributes: .strikethrough)
        }
        let buffer = Picture.draw([row], composer, width: 30)
        #expect(
            Picture.rows(buffer) == [
                "    陈晓 Chen Xiao       09:12", "                          hell", "                          o",
            ])
        #expect(buffer[26, 1].style.attributes == .strikethrough)
        var elsewhere = row
        elsewhere.message = Message(
            id: MessageID("2"), session: SessionID(account: "a", kind: .peer, target: "2"), sender: Sample.chen,
            timestamp: Sample.start, content: .text(TextContent("hello")))
        #expect(Picture.of(elsewhere, composer, width: 30)[0].hasPrefix("CX  "))
        #expect(composer.canPerformMenuAction(on: .content, of: row))
        #expect(!composer.canPerformMenuAction(on: .avatar, of: row))
    }

    @Test func viewsThatDrawThemselvesStayInTheirFrame() {
        let composer = RowComposer()
        composer.registry.register(GreedyView.self, for: MessageType(rawValue: "poll"))
        let row = RowContext(
            message: Sample.message("1", .custom(type: MessageType(rawValue: "poll"), payload: "")),
            previous: Sample.text("0", ""))
        let buffer = Picture.draw([row], composer, width: 30)
        #expect(buffer.size.height == 2)
        #expect(buffer.cells.filter { $0.style.attributes.contains(.reverse) }.count == 6)
    }

    @Test func groupingFollowsSenderTimeAndLines() {
        func isGrouped(_ change: (inout Message, inout Message) -> Void, startsUnread: Bool = false) -> Bool {
            var previous = Sample.text("0", "a")
            var message = Sample.text("1", "b", minutes: 1)
            change(&previous, &message)
            let row = RowContext(message: message, previous: previous, startsUnread: startsUnread)
            return RowComposer().viewContext(of: row, width: 40).facts.isGrouped
        }
        #expect(isGrouped { _, _ in })
        #expect(isGrouped { _, message in message.timestamp = Sample.start + 299_999 })
        #expect(!isGrouped { _, message in message.timestamp = Sample.start + 301_000 })
        #expect(!isGrouped { _, message in message.sender = Sample.maria })
        #expect(!isGrouped { _, message in message.isOutgoing = true })
        #expect(!isGrouped { previous, _ in previous.content = .system("x") })
        #expect(!isGrouped({ _, _ in }, startsUnread: true))
        #expect(
            !isGrouped { previous, message in
                previous.timestamp = .min
                message.timestamp = .max
            })
    }

    @Test func anyTimeCanBeShown() {
        let composer = RowComposer()
        composer.configuration.groupingSeconds = .max
        composer.configuration.timeDisplay = .init(gapMinutes: .max)
        let times: [Int64] = [.min, .min + 1, -1, 0, 1, Sample.start, .max]
        for before in times {
            for now in times {
                var previous = Sample.text("0", "a", from: Sample.me)
                var message = Sample.text("\(before) \(now)", "b", from: Sample.me)
                previous.timestamp = before
                message.timestamp = now
                let rows = Picture.of(RowContext(message: message, previous: previous), composer, width: 40)
                #expect(rows.contains { $0.contains("b  ✓") })
                #expect(rows.contains { $0.contains(":") } == (now > 0), "\(before) \(now) \(rows)")
            }
        }
    }

    @Test func theLineAboveIsNoPartOfWhatIsChosen() {
        let row = RowContext(message: Sample.text("1", "a"), startsUnread: true)
        let buffer = Picture.draw([row], RowComposer(), width: 40, highlight: .selected)
        for y in 0..<buffer.size.height {
            #expect(buffer[0, y].style.attributes.contains(.reverse) == (y >= 2))
        }
    }

    @Test func aTextTallerThanEveryWindowDrawsOnlyWhatIsSeen() {
        let composer = RowComposer()
        composer.configuration.foldsAboveRows = 0
        let row = RowContext(message: Sample.text("1", String(repeating: "中文 words ", count: 4000)))
        let layout = composer.layout(row, width: 40)
        #expect(layout.height > 1000)
        var buffer = CellBuffer(size: Size(width: 40, height: 10))
        composer.draw(layout, row, into: &buffer, at: Point(x: 0, y: -700), clip: buffer.bounds, highlight: .selected)
        #expect(Picture.rows(buffer).allSatisfy { $0.contains("中文") })
        #expect(buffer.cells.allSatisfy { $0.style.attributes.contains(.reverse) })
    }
}

extension [String] {
    fileprivate var asIDs: Set<MessageID> { Set(map { MessageID($0) }) }
}
