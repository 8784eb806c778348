/// The keys that are one control byte.
enum ControlKeys {
    /// The key of a C0 byte or DEL; `nil` for ESC and for text.
    static func press(for byte: UInt8) -> KeyPress? {
        switch byte {
        case 0x00: KeyPress(.character(" "), .control)
        case 0x08, 0x7F: KeyPress(.backspace)
        case 0x09: KeyPress(.tab)
        case 0x0A: KeyPress(.lineFeed)
        case 0x0D: KeyPress(.enter)
        case 0x01...0x1A: KeyPress(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
        case 0x1C...0x1F: KeyPress(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
        default: nil
        }
    }
}
