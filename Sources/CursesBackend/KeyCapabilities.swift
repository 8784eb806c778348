internal import CNcurses
internal import Cells

/// The key strings of the terminal's description, by their terminfo names.
enum KeyCapabilities {
    private static let names: [(String, KeyPress)] =
        [
            ("kcuu1", KeyPress(.up)), ("kcud1", KeyPress(.down)), ("kcub1", KeyPress(.left)),
            ("kcuf1", KeyPress(.right)),
            ("khome", KeyPress(.home)), ("kend", KeyPress(.end)), ("kpp", KeyPress(.pageUp)),
            ("knp", KeyPress(.pageDown)),
            ("kich1", KeyPress(.insert)), ("kdch1", KeyPress(.delete)), ("kbs", KeyPress(.backspace)),
            ("kcbt", KeyPress(.backTab)), ("kent", KeyPress(.enter)), ("kLFT", KeyPress(.left, .shift)),
            ("kRIT", KeyPress(.right, .shift)), ("kri", KeyPress(.up, .shift)), ("kind", KeyPress(.down, .shift)),
            ("kHOM", KeyPress(.home, .shift)), ("kEND", KeyPress(.end, .shift)), ("kPRV", KeyPress(.pageUp, .shift)),
            ("kNXT", KeyPress(.pageDown, .shift)), ("kIC", KeyPress(.insert, .shift)),
            ("kDC", KeyPress(.delete, .shift)),
        ] + (1...12).map { ("kf\($0)", KeyPress(.function($0))) }

    /// The strings of the terminal looked up last. Function keys above 12 are left to the decoder: there descriptions
    /// mean F1 to F12 with modifiers.
    static func strings() -> [[UInt8]: KeyPress] {
        var strings: [[UInt8]: KeyPress] = [:]
        for (name, press) in names {
            guard let value = cnc_string(name) else { continue }
            strings[Array(String(cString: value).utf8)] = press
        }
        return strings
    }
}
