import Cells
import MessageFlow
import Testing

@testable import ChatUI

@Suite struct ThemeTests {
    /// Relative luminance (WCAG 2.1).
    private func luminance(_ color: (red: Int, green: Int, blue: Int)) -> Double {
        // x^2.4 without a math library: (x^12)^(1/5) by Newton's method.
        func power(_ x: Double) -> Double {
            guard x > 0 else { return 0 }
            var twelfth = 1.0
            for _ in 0..<12 { twelfth *= x }
            var root = x
            for _ in 0..<60 { root = (4 * root + twelfth / (root * root * root * root)) / 5 }
            return root
        }
        func channel(_ value: Int) -> Double {
            let share = Double(value) / 255
            return share <= 0.03928 ? share / 12.92 : power((share + 0.055) / 1.055)
        }
        return 0.2126 * channel(color.red) + 0.7152 * channel(color.green) + 0.0722 * channel(color.blue)
    }

    private func contrast(_ a: (Int, Int, Int), _ b: (Int, Int, Int)) -> Double {
        let (x, y) = (luminance(a), luminance(b))
        return (max(x, y) + 0.05) / (min(x, y) + 0.05)
    }

    private func check(_ name: String, _ light: Bool?, on background: (Int, Int, Int), least: Double) {
        guard let theme = Theme.named(name, onLight: light) else {
            Issue.record("\(name) is missing")
            return
        }
        // The two that are named for one background are for that one.
        if light != nil, name == (light == true ? "dark" : "light") { return }
        for style in theme.allStyles(lines: false) {
            guard let color = style.foreground.components else { continue }
            let value = contrast(color, background)
            #expect(value >= least, "\(name), light \(String(describing: light)): \(style.foreground) has \(value)")
        }
    }

    /// Backgrounds that terminals come with.
    private static let dark = [
        (0, 0, 0), (0x1E, 0x1E, 0x1E), (0x28, 0x2A, 0x36), (0, 43, 54), (0x30, 0x0A, 0x24), (0x28, 0x28, 0x28),
    ]
    private static let light = [(255, 255, 255), (0xFD, 0xF6, 0xE3), (0xFA, 0xFA, 0xFA), (0xEE, 0xEE, 0xEE)]

    /// Every theme with every colour of it, senders included, on every background: 4.5 is what WCAG 2.1 asks for text.
    /// Where nobody knows the background 4.58 on black and on white is the most there can be.
    @Test func everyColourReadsOnItsBackground() {
        for name in Theme.names {
            for background in Self.dark { check(name, false, on: background, least: 4.5) }
            for background in Self.light { check(name, true, on: background, least: 4.5) }
            check(name, nil, on: (0, 0, 0), least: name == "light" ? 1 : 4.2)
        }
        for name in ["standard", "colour-blind"] {
            check(name, nil, on: (255, 255, 255), least: 4.2)
            check(name, nil, on: (0x1E, 0x1E, 0x1E), least: 3.3)
        }
        check("high-contrast", false, on: Self.dark[1], least: 7)
        check("high-contrast", true, on: Self.light[2], least: 7)
    }

    @Test func everyNameIsATheme() {
        for name in Theme.names + ["auto"] { #expect(Theme.named(name) != nil, "\(name)") }
        #expect(Theme.named("neon") == nil)
        #expect(Theme.names.count >= 5)
    }

    @Test func fewColoursKeepOnlyWhatReadsOnBoth() {
        for name in Theme.names {
            for light in [nil, true, false] {
                guard let theme = Theme.named(name, onLight: light) else { continue }
                for style in theme.reduced(toColors: 8, onLight: light).allStyles() {
                    #expect(style.background == .default)
                    switch style.foreground {
                    case .default: break
                    case .indexed(let index):
                        let good: Set<UInt8> = light == false ? [1, 2, 3, 5, 6] : [1, 2, 4, 5]
                        #expect(good.contains(index), "\(name) \(index)")
                    case .rgb: Issue.record("24 bits on 8 colours")
                    }
                }
                #expect(theme.reduced(toColors: 256) == theme)
                for style in theme.reduced(toColors: 0).allStyles() { #expect(style.foreground == .default) }
            }
        }
    }

    @Test func withoutColoursNothingHasOne() {
        var configuration = ChatConfiguration()
        configuration.theme = .monochrome
        let stage = Stage(configuration: configuration)
        stage.press("F1")
        for cell in stage.draw(80, 24).cells {
            #expect(cell.style.foreground == .default && cell.style.background == .default)
        }
    }

    @Test func whatColourTellsIsToldWithoutItToo() {
        let theme = Theme.standard.reduced(toColors: 0)
        #expect(theme.mention.attributes != theme.text.attributes)
        #expect(theme.error.attributes != theme.text.attributes)
        #expect(theme.unread.attributes != theme.faint.attributes)
        #expect(theme.selection.attributes.contains(.reverse))
    }

    @Test func looksAreRead() throws {
        #expect(
            try StyleText.parse("bold #ff8800 on 236").get()
                == Style(foreground: .rgb(255, 136, 0), background: .indexed(236), attributes: .bold))
        #expect(
            try StyleText.parse("Bright-Red underline italic").get()
                == Style(foreground: .indexed(9), attributes: [.underline, .italic]))
        #expect(try StyleText.parse("").get() == .plain)
        for (text, word) in [("blod", "blod"), ("on", "on"), ("red on", "on"), ("300", "300"), ("#ff", "#ff")] {
            #expect(StyleText.parse(text) == .failure(StyleText.UnknownWord(word: word)))
        }
    }
}
