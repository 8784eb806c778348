import Cells
import MessageFlow
import TestSupport
import Testing

struct BoxSolverTests {
    private func picture(_ box: Box, _ width: Int) -> [String] {
        let layout = BoxSolver.solve(box, width: width, policy: .perCluster)
        var buffer = CellBuffer(size: layout.size)
        layout.draw(into: &buffer, region: buffer.bounds, clip: buffer.bounds, style: .standard, policy: .perCluster)
        return Picture.rows(buffer)
    }

    @Test func horizontalStacksShareTheWidth() {
        let line = Box.horizontal([.flexible(.line("a long name", .text)), .spacer(minimum: 1), .line("09:12", .time)])
        #expect(picture(line, 20) == ["a long name    09:12"])
        #expect(picture(line, 12) == ["a lon… 09:12"])
        #expect(picture(line, 5) == ["09:1…"] || picture(line, 5) == [" 09:…"])
        #expect(picture(.horizontal([.line("a", .text), .line("b", .text)], spacing: 2), 9) == ["a  b"])
        #expect(picture(.horizontal([.line("a", .text), .empty, .line("b", .text)], spacing: 2), 9) == ["a  b"])
    }

    @Test func verticalStacksAlign() {
        let boxes: [Box] = [.line("abc", .text), .empty, .line("d", .text)]
        #expect(picture(.vertical(boxes), 9) == ["abc", "d"])
        #expect(picture(.vertical(boxes, spacing: 1, alignment: .trailing), 9) == ["abc", "", "  d"])
        #expect(picture(.vertical(boxes, alignment: .center), 9) == ["abc", " d"])
        let two = Box.vertical([.line("1", .text), .line("2", .text)])
        #expect(picture(.horizontal([two, .line("x", .text)], alignment: .bottom), 9) == ["1", "2x"])
    }

    @Test func paddingRulesAndBounds() {
        #expect(picture(.padded(.line("ab", .text), BoxInsets(top: 1, left: 2, bottom: 1)), 9) == ["", "  ab", ""])
        #expect(picture(.padded(.line("ab", .text), BoxInsets(left: 5, right: 5)), 4) == ["ab"])
        #expect(picture(.horizontal([.rule("─", .text), .line(" x ", .text), .rule("─", .text)]), 8) == ["── x ───"])
        #expect(picture(.filling(.line("ab", .text), .trailing), 5) == ["   ab"])
        #expect(picture(.bounded(.line("abcdef", .text), BoxBounds(maxWidth: 4)), 9) == ["abc…"])
        #expect(picture(.bounded(.line("a", .text), BoxBounds(minHeight: 3), vertical: .bottom), 9) == ["", "", "a"])
        let three = Box.text(TextBlock.lines(of: "a\nb\nc", role: .text))
        #expect(picture(.bounded(three, BoxBounds(maxHeight: 2)), 9) == ["a", "b"])
    }

    @Test func textIsCutAtItsMostLines() {
        let text = Box.text(TextBlock.lines(of: "one two three four", role: .text), maxLines: 2)
        #expect(picture(text, 8) == ["one two", "three…"])
        #expect(picture(.line("你好世界", .text), 6) == ["你好…"])
        #expect(picture(.line("你好世界", .text), 1) == ["…"])
    }

    @Test func regionsAndLinksAreFound() throws {
        let link = try #require(LinkTarget("https://a.b/"))
        let box = Box.padded(
            .region(.vertical([.line([TextRun("go", .link, link: link)]), .line("no", .text)]), name: "card"),
            BoxInsets(left: 2))
        let layout = BoxSolver.solve(box, width: 10, policy: .perCluster)
        #expect(layout.target(at: Point(x: 2, y: 0)) == .link(link))
        #expect(layout.target(at: Point(x: 2, y: 1)) == .named("card"))
        #expect(layout.target(at: Point(x: 0, y: 0)) == nil)
    }

    @Test func noTreeIsWiderThanItsWidth() {
        var random = SeededRandom(seed: 42)
        for number in 0..<3000 {
            let box = tree(depth: 4, &random)
            let width = Int.random(in: 1...24, using: &random)
            let layout = BoxSolver.solve(box, width: width, policy: .perCluster)
            let fits = layout.rows.allSatisfy { row in
                row.allSatisfy { $0.x >= 0 && $0.x + $0.width <= layout.size.width }
            }
            #expect(layout.size.width <= width && layout.rows.count == layout.size.height && fits, "\(number): \(box)")
            #expect(layout == BoxSolver.solve(box, width: width, policy: .perCluster))
        }
    }

    private func tree(depth: Int, _ random: inout SeededRandom) -> Box {
        func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
        let texts: [SafeText] = ["", "a", "你好，世界", "long word here", "👨‍👩‍👧‍👦", "x\ny"]
        let text = texts[number(texts.count)]
        switch depth == 0 ? number(4) : number(10) {
        case 0: return .line([TextRun(TextSanitizer.line(text.string), .text)])
        case 1: return .text(TextBlock.lines(of: text, role: .text), maxLines: number(2) == 0 ? nil : 1 + number(3))
        case 2: return .rule(number(2) == 0 ? "─" : "中", .text)
        case 3: return number(2) == 0 ? .empty : .spacer(minimum: number(4))
        case 4, 5:
            return .horizontal(
                (0..<number(4)).map { _ in tree(depth: depth - 1, &random) }, spacing: number(3),
                alignment: [.top, .middle, .bottom][number(3)])
        case 6:
            return .vertical(
                (0..<number(4)).map { _ in tree(depth: depth - 1, &random) }, spacing: number(3),
                alignment: [.leading, .center, .trailing][number(3)])
        case 7:
            return .padded(
                tree(depth: depth - 1, &random), BoxInsets(top: number(2), left: number(5), right: number(5)))
        case 8:
            return .bounded(
                tree(depth: depth - 1, &random),
                BoxBounds(minWidth: number(30), maxWidth: number(30), minHeight: number(3), maxHeight: number(4)),
                horizontal: [.leading, .center, .trailing][number(3)], vertical: [.top, .middle, .bottom][number(3)])
        default: return .flexible(tree(depth: depth - 1, &random))
        }
    }
}
