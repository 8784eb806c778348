import Cells
import TestSupport
import Testing

@testable import ChatUI

@Suite struct KeyNameTests {
    private static let keys: [Key] =
        [
            .enter, .lineFeed, .tab, .backTab, .backspace, .escape, .delete, .insert, .up, .down, .left, .right, .home,
            .end, .pageUp, .pageDown,
        ] + (1...24).map { Key.function($0) }

    @Test func namesAndKeysAreInverse() {
        for key in KeyNameTests.keys {
            for bits in UInt8(0)..<8 {
                let press = KeyPress(key, KeyModifiers(rawValue: bits))
                // Terminals send Shift-Tab as a key of its own, and that has the name.
                if key == .tab, press.modifiers.contains(.shift) { continue }
                #expect(KeyName.parse(KeyName.print(press)) == press, "\(KeyName.print(press))")
            }
        }
        for scalar in UInt8(0x20)..<0x7F {
            let character = Character(UnicodeScalar(scalar))
            for modifiers: KeyModifiers in [[], .alt, .control, [.alt, .control]] {
                let press = KeyPress(.character(character), modifiers)
                // Ctrl-J comes as the line feed.
                if press == KeyPress(.character("j"), .control) || press == KeyPress(.character("j"), [.alt, .control])
                {
                    continue
                }
                #expect(KeyName.parse(KeyName.print(press)) == press, "\(KeyName.print(press))")
            }
        }
        for character: Character in ["é", "ß", "İ", "中", "👩‍👩‍👧", "Σ", "ς", "ǆ"] {
            for modifiers: KeyModifiers in [[], .alt, .control] {
                let press = KeyPress(.character(character), modifiers)
                #expect(KeyName.parse(KeyName.print(press)) == press, "\(KeyName.print(press))")
            }
        }
    }

    @Test(arguments: [
        ("Ctrl-N", KeyPress(.character("n"), .control)), ("ctrl-n", KeyPress(.character("n"), .control)),
        ("Alt-A", KeyPress(.character("a"), .alt)), ("Alt-Shift-A", KeyPress(.character("A"), .alt)),
        ("G", KeyPress(.character("G"))), ("g", KeyPress(.character("g"))), ("F3", KeyPress(.function(3))),
        ("F", KeyPress(.character("F"))), ("Alt-→", KeyPress(.right, .alt)), ("alt-right", KeyPress(.right, .alt)),
        ("Ctrl-J", KeyPress(.lineFeed)), ("Space", KeyPress(.character(" "))),
        ("Alt--", KeyPress(.character("-"), .alt)),
        ("-", KeyPress(.character("-"))), ("^", KeyPress(.character("^"))),
        ("Ctrl-^", KeyPress(.character("^"), .control)),
        ("M-x", KeyPress(.character("x"), .alt)), ("Shift-Tab", KeyPress(.backTab)),
    ])
    func namesAreRead(_ name: String, _ key: KeyPress) {
        #expect(KeyName.parse(name) == key)
    }

    @Test(arguments: ["", "Ctrl-", "Hyper-A", "F0", "F25", "F1x", "abc", "Alt-abc"])
    func wrongNamesAreNone(_ name: String) {
        #expect(KeyName.parse(name) == nil)
    }
}
