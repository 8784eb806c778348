/// Reads everything that was written to a terminal, and tells which of its modes are not as they were before.
package struct ModesLeftBehind {
    /// Private modes that are on at first: wrapping, and the cursor.
    private static let initial: Set<Int> = [7, 25]

    private var isOn: [Int: Bool] = [:]
    private var saved: [Int: Bool?] = [:]
    private var titles = 0
    private var look = ""
    private var hasLink = false
    private var isKeypad = false
    private var isInserting = false
    private var hasRegion = false
    private var charset = "B"

    /// Reads a stream of bytes from its beginning.
    package init(_ bytes: [UInt8]) {
        var at = 0
        while at < bytes.count {
            guard bytes[at] == 0x1B, at + 1 < bytes.count else {
                if bytes[at] == 0x0E { charset = "SO" }
                if bytes[at] == 0x0F, charset == "SO" { charset = "B" }
                at += 1
                continue
            }
            switch bytes[at + 1] {
            case 0x5B:
                var end = at + 2
                while end < bytes.count, !(0x40..<0x7F).contains(bytes[end]) { end += 1 }
                guard end < bytes.count else { return }
                control(Self.text(bytes[(at + 2)..<end]), bytes[end])
                at = end + 1
            case 0x5D, 0x50:
                var end = at + 2
                while end < bytes.count, bytes[end] != 0x07, bytes[end] != 0x1B { end += 1 }
                string(Self.text(bytes[(at + 2)..<min(end, bytes.count)]))
                at = end + (end < bytes.count && bytes[end] == 0x1B ? 2 : 1)
            case 0x28 where at + 2 < bytes.count:
                charset = Self.text(bytes[(at + 2)...(at + 2)])
                at += 3
            case 0x3D, 0x3E:
                isKeypad = bytes[at + 1] == 0x3D
                at += 2
            default: at += 2
            }
        }
    }

    /// What is not as before, in words; empty when all is well.
    package var list: [String] {
        var all: [String] = []
        for (mode, isOn) in isOn.sorted(by: { $0.key < $1.key }) where isOn != Self.initial.contains(mode) {
            all.append("mode \(mode) is \(isOn ? "on" : "off")")
        }
        for mode in saved.keys.sorted() { all.append("mode \(mode) was saved and not restored") }
        if titles != 0 { all.append("\(titles) titles on the stack") }
        if !["", "0", "39;49", "10"].contains(look) { all.append("the look is \(look)") }
        if hasLink { all.append("a link is open") }
        if isKeypad { all.append("the keypad sends sequences") }
        if isInserting { all.append("characters are inserted") }
        if hasRegion { all.append("a part of the screen scrolls") }
        if charset != "B" { all.append("the character set is \(charset)") }
        return all
    }

    private mutating func control(_ parameters: String, _ final: UInt8) {
        switch final {
        case 0x68, 0x6C, 0x73, 0x72:
            guard parameters.hasPrefix("?") else {
                if final == 0x72 { hasRegion = parameters.split(separator: ";").first.map { $0 != "1" } ?? false }
                if parameters == "4", final == 0x68 || final == 0x6C { isInserting = final == 0x68 }
                return
            }
            for mode in parameters.dropFirst().split(separator: ";").compactMap({ Int($0) }) {
                switch final {
                case 0x68: isOn[mode] = true
                case 0x6C: isOn[mode] = false
                case 0x73: saved[mode] = .some(isOn[mode])
                default: if let before = saved.removeValue(forKey: mode) { isOn[mode] = before }
                }
            }
        case 0x74:
            if parameters.hasPrefix("22") { titles += 1 }
            if parameters.hasPrefix("23") { titles -= 1 }
        case 0x6D: look = parameters
        default: break
        }
    }

    private mutating func string(_ text: String) {
        if text.hasPrefix("8;") { hasLink = !text.hasSuffix(";") }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
