import Cells
import Glibc
import TestSupport
import Testing

@testable import ChatUI

/// Every view as pictures, kept in the folder Pictures: a file for each view, with its sizes one after the other.
///
/// `IMCHAT_PICTURES=write` writes them anew; what changed is then to be looked at like any other change.
@Suite struct PicturesTests {
    private static let sizes = [(80, 24), (120, 40), (40, 10), (20, 6)]
    /// Views that are looked at in Chinese too.
    private static let translated: Set<String> = [
        "conversation", "welcome", "menu", "switcher", "help", "settings", "history", "offer-commands", "several",
        "mistyped", "call", "trouble",
    ]

    @Test(arguments: ScreenView.all)
    func everyViewLooksAsItDid(_ view: ScreenView) {
        compare(view.name, Self.sizes.map { ($0.0, $0.1, view.stage($0.0, $0.1)) })
    }

    @Test(arguments: ScreenView.all.filter { translated.contains($0.name) })
    func chineseViewsLookAsTheyDid(_ view: ScreenView) {
        compare(
            view.name + ".zh",
            [(80, 24), (40, 10)].map { ($0.0, $0.1, view.stage($0.0, $0.1, strings: .simplifiedChinese)) })
    }

    /// Views that are looked at where there is hardly any room.
    private static let small: Set<String> = [
        "conversation", "draft", "start", "menu", "switcher", "help", "folded", "quit", "selected", "offer-names",
        "notice", "search-here",
    ]

    @Test(arguments: ScreenView.all.filter { small.contains($0.name) })
    func smallViewsLookAsTheyDid(_ view: ScreenView) {
        let sizes = [(1, 1), (2, 2), (5, 3), (10, 4), (10, 10)]
        compare(view.name + ".small", sizes.map { ($0.0, $0.1, view.stage($0.0, $0.1)) })
    }

    /// Without lines, and with the cursor on the row that keys act on.
    @Test(arguments: ScreenView.all)
    func plainViewsLookAsTheyDid(_ view: ScreenView) {
        let stages = [(80, 24), (40, 10)].map { ($0.0, $0.1, view.stage($0.0, $0.1, theme: .plain)) }
        for (width, height, flow) in stages {
            #expect(!picture(flow.stage.draw(width, height)).contains { "│─┌┐└┘┼┴├".contains($0) })
        }
        compare(view.name + ".plain", stages)
    }

    private func compare(_ name: String, _ stages: [(width: Int, height: Int, flow: FlowStage)]) {
        var text = ""
        for (width, height, flow) in stages {
            var buffer = CellBuffer(size: Size(width: width, height: height))
            let cursor = flow.stage.screen.draw(into: &buffer)
            #expect(brokenCells(buffer).isEmpty)
            text += "=== \(width)×\(height), cursor \(cursor.map { "\($0.x) \($0.y)" } ?? "nowhere")\n"
            text += picture(buffer) + "\n"
        }
        let path = "\(Self.folder)/\(name).txt"
        if let wish = getenv("IMCHAT_PICTURES"), String(cString: wish) == "write" {
            guard let file = fopen(path, "w") else {
                Issue.record("\(path) cannot be written")
                return
            }
            fputs(text, file)
            fclose(file)
            return
        }
        let kept = wholeFile(path)
        guard kept != text else { return }
        let (old, new) = (
            kept.split(separator: "\n", omittingEmptySubsequences: false),
            text.split(
                separator: "\n", omittingEmptySubsequences: false)
        )
        var report = "\(name) looks different (- kept, + now)\n"
        for index in 0..<max(old.count, new.count) {
            let left = index < old.count ? old[index] : nil
            let right = index < new.count ? new[index] : nil
            if left == right {
                report += "  \(left ?? "")\n"
            } else {
                if let left { report += "- \(left)\n" }
                if let right { report += "+ \(right)\n" }
            }
        }
        Issue.record(Comment(rawValue: report))
    }

    private static let folder = "\(#filePath)".split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Pictures"
}

/// The text of a file; empty where there is none.
func wholeFile(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        guard count > 0 else { break }
        bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}
