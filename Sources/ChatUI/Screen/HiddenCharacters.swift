/// Characters that act and do not show: what pastes them may run or show something else than was read.
enum HiddenCharacters {
    /// Whether a text holds control characters other than breaks and tabs, bidirectional controls or zero-width blanks.
    /// Joiners are left out, for emoji and many scripts need them. O(n).
    static func areIn(_ text: String) -> Bool {
        var afterReturn = false
        for scalar in text.unicodeScalars {
            // CR LF is a line break; CR alone goes back and hides what stands before it.
            if afterReturn, scalar != "\n" { return true }
            afterReturn = scalar == "\r"
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: break
            case 0..<0x20, 0x7F..<0xA0: return true
            case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: return true
            default: break
            }
        }
        return afterReturn
    }
}
