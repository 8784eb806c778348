import Cells
import TestSupport
import Testing

@Suite struct CellBufferTests {
    private func text(_ buffer: CellBuffer, _ y: Int = 0) -> String { buffer.row(y).map(\.cluster).joined() }

    /// A wide cell is followed by its tail, a tail stands behind a wide cell, nothing is wider than 2.
    private func isSound(_ buffer: CellBuffer) -> Bool {
        for y in 0..<buffer.size.height {
            let row = Array(buffer.row(y))
            for (x, cell) in row.enumerated() {
                if cell.width > 2 { return false }
                if cell.width == 2, x + 1 >= row.count || row[x + 1].width != 0 { return false }
                if cell.width == 0, x == 0 || row[x - 1].width != 2 { return false }
            }
        }
        return true
    }

    @Test func wideClustersAreCutToSpaces() {
        var buffer = CellBuffer(size: Size(width: 5, height: 1))
        #expect(buffer.write("你好你", x: 0, y: 0, style: .plain, policy: .perCluster) == 6)
        #expect(text(buffer) == "你好 ")
        buffer = CellBuffer(size: Size(width: 5, height: 1))
        buffer.write("你好a", x: -1, y: 0, style: .plain, policy: .perCluster)
        #expect(text(buffer) == " 好a ")
        buffer = CellBuffer(size: Size(width: 1, height: 1))
        buffer.write("你", x: 0, y: 0, style: .plain, policy: .perCluster)
        #expect(text(buffer) == " ")
    }

    /// The short ways of writing lay the same cells as taking every cluster apart.
    @Test func everyTextIsItsPieces() {
        var random = SeededRandom(seed: 9)
        let alphabet = ["a", "Z", " ", "~", "é", "e\u{301}", "设", "ー", "한", "👨‍👩‍👧", "❤️", "🇨🇳", "क्षि", "ﬁ", "½", "ä̈"]
        for _ in 0..<1_500 {
            let isPlain = Bool.random(using: &random)
            let raw = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                (isPlain ? alphabet[..<4] : alphabet[...]).randomElement(using: &random) ?? ""
            }.joined()
            let text = TextSanitizer.line(raw)
            let policy: WidthPolicy = Bool.random(using: &random) ? .perScalar : .perCluster
            let (x, minX, maxX) = (
                Int.random(in: -4...9, using: &random), Int.random(in: 0...5, using: &random),
                Int.random(in: 3...14, using: &random)
            )
            var written = CellBuffer(size: Size(width: 12, height: 1))
            var expected = Array(written.row(0))
            let end = written.write(text, x: x, y: 0, style: .plain, policy: policy, minX: minX, maxX: maxX)
            let last = min(maxX, 12)
            var column = x
            for cluster in text.string where column < last {
                for piece in policy.pieces(of: cluster) {
                    if column >= minX, column + piece.width <= last {
                        expected[column] = Cell(cluster: piece.text, width: UInt8(piece.width), style: .plain)
                        if piece.width == 2 { expected[column + 1] = .tail(.plain) }
                    }
                    column += piece.width
                }
            }
            #expect(Array(written.row(0)) == expected, "\(raw) at \(x) in \(minX)..<\(maxX)")
            #expect(end == column)
        }
    }

    @Test func aHalfOverwrittenWideCellIsBlanked() {
        var buffer = CellBuffer(size: Size(width: 4, height: 1))
        buffer.write("你好", x: 0, y: 0, style: .plain, policy: .perCluster)
        buffer.write("x", x: 1, y: 0, style: .plain, policy: .perCluster)
        #expect(text(buffer) == " x好")
        buffer.fill(Rect(x: 3, y: 0, width: 1, height: 1), style: .plain)
        #expect(text(buffer) == " x  ")
        #expect(isSound(buffer))
    }

    @Test func aFamilyTakesTheCellsOfThePolicy() {
        var buffer = CellBuffer(size: Size(width: 10, height: 1))
        #expect(buffer.write("👨‍👩‍👧‍👦|", x: 0, y: 0, style: .plain, policy: .perCluster) == 3)
        #expect(buffer[2, 0].cluster == "|")
        #expect(buffer.write("👨‍👩‍👧‍👦|", x: 0, y: 0, style: .plain, policy: .perScalar) == 9)
        #expect(text(buffer) == "👨👩👧👦| ")
    }

    @Test func blitCarriesLinksAndCutsWideCells() {
        var source = CellBuffer(size: Size(width: 4, height: 1))
        let link = source.link(to: "https://example.org")
        source.write("你好", x: 0, y: 0, style: Style(link: link), policy: .perCluster)
        var buffer = CellBuffer(size: Size(width: 4, height: 1))
        _ = buffer.link(to: "https://example.com")
        buffer.blit(source, from: Rect(x: 1, y: 0, width: 2, height: 1), to: Point(x: 0, y: 0))
        #expect(text(buffer) == "    ")
        buffer.blit(source, from: source.bounds, to: Point(x: 1, y: 0))
        #expect(text(buffer) == " 你 ")
        #expect(buffer.links[Int(buffer[1, 0].style.link)] == "https://example.org")
        #expect(isSound(buffer))
    }

    @Test func restyleTakesWideCellsWhole() {
        var buffer = CellBuffer(size: Size(width: 4, height: 1))
        buffer.write("你好", x: 0, y: 0, style: .plain, policy: .perCluster)
        buffer.restyle(Rect(x: 1, y: 0, width: 2, height: 1)) { $0.adding(.reverse) }
        #expect(buffer.row(0).map { $0.style.attributes == .reverse } == [false, false, true, true])
    }

    /// One random step on a grid.
    private func scribble(_ buffer: inout CellBuffer, _ random: inout SeededRandom) {
        let texts: [SafeText] = ["你好世界", "abc", "👨‍👩‍👧‍👦x", "e\u{301}❤\u{FE0F}", "1", "  "]
        let styles: [Style] = [
            .plain, Style(attributes: .bold), Style(foreground: .indexed(3)), Style(background: .rgb(1, 2, 3)),
        ]
        let at = Point(x: .random(in: -3...8, using: &random), y: .random(in: -1...3, using: &random))
        let policy = Bool.random(using: &random) ? WidthPolicy.perCluster : .perScalar
        var style = styles[Int.random(in: 0..<4, using: &random)]
        let rect = Rect(
            x: at.x, y: at.y, width: .random(in: 0...5, using: &random), height: .random(in: 0...2, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: buffer.fill(rect, style: style)
        case 1: buffer.restyle(rect) { $0.adding(.underline) }
        case 2: buffer.blit(buffer, from: rect, to: Point(x: .random(in: -2...7, using: &random), y: 0))
        case 3:
            style.link = buffer.link(to: ["a:", "b:", "c:"][Int.random(in: 0..<3, using: &random)])
            fallthrough
        default:
            buffer.write(
                texts[Int.random(in: 0..<6, using: &random)], x: at.x, y: at.y, style: style, policy: policy,
                minX: .random(in: -1...2, using: &random), maxX: .random(in: 3...9, using: &random))
        }
    }

    @Test func changesBringTheOldGridToTheNew() {
        var random = SeededRandom(seed: 0xCE11)
        for round in 0..<3_000 {
            var old = CellBuffer(size: Size(width: 7, height: 3))
            for _ in 0..<4 { scribble(&old, &random) }
            var new = Bool.random(using: &random) ? old : CellBuffer(size: Size(width: 7, height: 3))
            for _ in 0..<2 { scribble(&new, &random) }
            let runs = new.changes(from: old)
            var patched = old
            patched.apply(runs, of: new)
            let cut = runs.contains { $0.cells.first?.width == 0 || $0.cells.last?.width == 2 || $0.cells.isEmpty }
            guard patched == new, isSound(old), isSound(new), !cut else {
                Issue.record("round \(round)")
                return
            }
        }
    }

    @Test func changesAreOnlyWhatChanged() {
        let old = CellBuffer(size: Size(width: 80, height: 24))
        #expect(old.changes(from: old).isEmpty)
        var new = old
        new.write("hi", x: 3, y: 5, style: .plain, policy: .perCluster)
        new.write("你", x: 70, y: 5, style: .plain, policy: .perCluster)
        let runs = new.changes(from: old)
        #expect(runs.map(\.origin) == [Point(x: 3, y: 5), Point(x: 70, y: 5)])
        #expect(runs.map(\.cells.count) == [2, 2])
        #expect(new.changes(from: CellBuffer(size: Size(width: 3, height: 3))).count == 24)
    }

    @Test func sizesOfNothingAreNoTrouble() {
        for size in [
            Size(width: 0, height: 0), Size(width: 0, height: 4), Size(width: 4, height: 0),
            Size(width: -1, height: -9),
        ] {
            var buffer = CellBuffer(size: size)
            buffer.write("你a", x: 0, y: 0, style: .plain, policy: .perCluster)
            buffer.fill(Rect(x: -5, y: -5, width: 100, height: 100), style: .plain)
            buffer.blit(buffer, from: buffer.bounds, to: Point(x: 1, y: 1))
            #expect(buffer.changes(from: CellBuffer(size: Size(width: 2, height: 2))).isEmpty)
        }
    }

    @Test func linksThatNobodyRegisteredAreNoLinks() {
        let size = Size(width: 4, height: 1)
        var stray = CellBuffer(size: size)
        stray.fill(stray.bounds, style: Style(link: .max))
        var linked = CellBuffer(size: size)
        let link = linked.link(to: "https://example.org")
        linked.write("ab", x: 0, y: 0, style: Style(link: link), policy: .perCluster)
        for (old, new) in [(stray, linked), (linked, stray), (stray, CellBuffer(size: size))] {
            let runs = new.changes(from: old)
            #expect(runs.reduce(0) { $0 + $1.cells.count } == 4, "a stray link differs from every other cell")
            var copy = old
            copy.apply(runs, of: new)
            #expect(copy.cells == new.cells)
        }
        var target = CellBuffer(size: size)
        target.blit(stray, from: stray.bounds, to: Point(x: 0, y: 0))
        #expect(target.cells.allSatisfy { $0.style.link == 0 })
        #expect(stray.target(ofLink: .max) == nil && linked.target(ofLink: link) == "https://example.org")
    }
}
