/// The keys behind the letters and numbers of sequences (xterm's ctlseqs, rxvt's and kitty's keyboard documents).
enum NumberedKeys {
    /// The modifiers behind a parameter: 1 and the sum of Shift 1, Alt 2, Control 4, Meta 8 (kitty: 32).
    static func modifiers(_ parameter: Int) -> KeyModifiers {
        guard (2...256).contains(parameter) else { return [] }
        let bits = parameter - 1
        var held: KeyModifiers = []
        if bits & 1 != 0 { held.insert(.shift) }
        if bits & (2 | 8 | 32) != 0 { held.insert(.alt) }
        if bits & 4 != 0 { held.insert(.control) }
        return held
    }

    /// `CSI letter`.
    static func letter(_ final: Character) -> KeyPress? {
        switch final {
        case "A": KeyPress(.up)
        case "B": KeyPress(.down)
        case "C": KeyPress(.right)
        case "D": KeyPress(.left)
        case "H": KeyPress(.home)
        case "F": KeyPress(.end)
        case "P": KeyPress(.function(1))
        case "Q": KeyPress(.function(2))
        case "R": KeyPress(.function(3))
        case "S": KeyPress(.function(4))
        case "Z": KeyPress(.backTab)
        case "a": KeyPress(.up, .shift)
        case "b": KeyPress(.down, .shift)
        case "c": KeyPress(.right, .shift)
        case "d": KeyPress(.left, .shift)
        default: nil
        }
    }

    /// `CSI number ~`.
    static func tilde(_ number: Int) -> KeyPress? {
        switch number {
        case 1, 7: KeyPress(.home)
        case 2: KeyPress(.insert)
        case 3: KeyPress(.delete)
        case 4, 8: KeyPress(.end)
        case 5: KeyPress(.pageUp)
        case 6: KeyPress(.pageDown)
        case let number where (11...15).contains(number): KeyPress(.function(number - 10))
        case let number where (17...21).contains(number): KeyPress(.function(number - 11))
        case let number where (23...26).contains(number): KeyPress(.function(number - 12))
        case let number where (28...29).contains(number): KeyPress(.function(number - 13))
        case let number where (31...34).contains(number): KeyPress(.function(number - 14))
        default: nil
        }
    }

    /// `ESC O letter`: the keypad and cursor keys in application mode, F1 to F4.
    static func shiftedThree(_ final: UInt8) -> KeyPress? {
        switch final {
        case 0x41...0x44, 0x46, 0x48, 0x50...0x53: letter(Character(Unicode.Scalar(final)))
        case 0x61: KeyPress(.up, .control)
        case 0x62: KeyPress(.down, .control)
        case 0x63: KeyPress(.right, .control)
        case 0x64: KeyPress(.left, .control)
        case 0x4D: KeyPress(.enter)
        case 0x49: KeyPress(.tab)
        case 0x20: KeyPress(.character(" "))
        case 0x58: KeyPress(.character("="))
        // The keypad sends the characters 0x2A to 0x39 moved up by 0x40.
        case 0x6A...0x79: KeyPress(.character(Character(Unicode.Scalar(final - 0x40))))
        default: nil
        }
    }

    /// A key by its code point, with kitty's numbers for the keypad.
    static func code(_ code: Int, held: KeyModifiers, shifted: Int?) -> KeyPress? {
        switch code {
        case 9: return held.contains(.shift) ? KeyPress(.backTab, held.subtracting(.shift)) : KeyPress(.tab, held)
        case 13, 57414: return KeyPress(.enter, held)
        case 27: return KeyPress(.escape, held)
        case 8, 127: return KeyPress(.backspace, held)
        case 57399...57408: return KeyPress(.character(Character(Unicode.Scalar(UInt8(code - 57399 + 0x30)))), held)
        case 57417...57426:
            let keys: [Key] = [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
            return KeyPress(keys[code - 57417], held)
        case 57344...63743: return nil
        default: break
        }
        guard code >= 0x20, code < 0x110000, var scalar = Unicode.Scalar(UInt32(code)) else { return nil }
        var held = held
        if held.contains(.control) {
            if scalar == "j" || scalar == "J" { return KeyPress(.lineFeed, held.subtracting([.control, .shift])) }
            if let lower = scalar.properties.lowercaseMapping.unicodeScalars.first { scalar = lower }
        } else if held.contains(.shift) {
            let upper = scalar.properties.uppercaseMapping.unicodeScalars
            if let shifted, let other = Unicode.Scalar(UInt32(clamping: shifted)) {
                scalar = other
            } else if let only = upper.first, upper.count == 1 {
                scalar = only
            }
        }
        held.remove(.shift)
        return KeyPress(.character(Character(scalar)), held)
    }
}
