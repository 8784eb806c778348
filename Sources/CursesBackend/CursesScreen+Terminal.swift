internal import CNcurses
internal import Cells
internal import Glibc

extension CursesScreen {
    /// Sets the character type from the environment. Without any locale set, UTF-8 is taken: it is what terminals speak.
    static func checkLocale() throws(CursesError) {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let isSet = names.contains { TerminalOptions.value($0)?.isEmpty == false }
        let codeset = String(cString: cnc_set_locale(isSet ? "" : "C.UTF-8"))
        guard codeset == "UTF-8" else { throw .localeNotUTF8(codeset) }
    }

    /// The window's title goes on the terminal's stack.
    static let puttingTitleBy = "\u{1B}[22;0t"

    /// Bracketed paste and focus reports on, the wheel no arrow keys.
    static let entering = "\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?1007s\u{1B}[?1007l"

    /// All that `entering` and the calls after it may have turned on, turned off.
    static func leaving(_ options: TerminalOptions) -> String {
        "\u{1B}[?2026l\u{1B}[?2027l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1007r\u{1B}[?1004l\u{1B}[?2004l"
            + (options.hasTitle ? "\u{1B}[23;0t" : "")
    }

    /// What ncurses would write at its end, by the description of the terminal: look, colours, cursor, screen.
    static func ending() -> [UInt8] {
        var bytes: [UInt8] = []
        for name in ["sgr0", "op", "cnorm", "rmcup"] {
            guard let value = cnc_string(name) else { continue }
            bytes += withoutDelays(Array(String(cString: value).utf8))
        }
        return bytes + clearing() + [0x0D]
    }

    /// Clears a terminal that has one screen for everybody; nothing for one that comes back to another.
    static func clearing() -> [UInt8] {
        guard cnc_string("rmcup") == nil, let clear = cnc_string("clear") else { return [] }
        return withoutDelays(Array(String(cString: clear).utf8))
    }

    /// Descriptions say `$<5>` where slow terminals want time; that is not to be sent.
    static func withoutDelays(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            if byte == 0x24, rest.dropFirst().first == 0x3C, let end = rest.firstIndex(of: 0x3E) {
                rest = rest[(end + 1)...]
            } else {
                out.append(byte)
                rest = rest.dropFirst()
            }
        }
        return out
    }

    static func driverSize(_ descriptor: Int32) -> Size? {
        var rows: Int32 = 0
        var columns: Int32 = 0
        guard cnc_driver_size(descriptor, &rows, &columns) == 0 else { return nil }
        return Size(width: Int(columns), height: Int(rows))
    }

    static func describedSize() -> Size {
        let rows = cnc_number("lines")
        let columns = cnc_number("cols")
        return Size(width: columns > 0 ? Int(columns) : 80, height: rows > 0 ? Int(rows) : 24)
    }
}
