/// Reads JSON5 (spec.json5.org, version 1.0.0) and keeps the places of everything. O(bytes); nesting is bounded.
///
/// `JSONDecoder` reads JSON5 as well, and is what everything else here uses. Of a file that people write by hand it tells
/// neither where a mistake is nor what it is ("The given data was not valid JSON."), takes a name that is there twice
/// without a word, and keeps no ranges, by which one setting is changed and comments stay.
package struct JSON5Reader {
    /// What is wrong with a text, and where.
    package struct Problem: Error, Sendable, Hashable {
        /// Where.
        package var place: JSON5Place
        /// What.
        package var reason: ConfigurationFault
    }

    private static let depthLimit = 32
    private let bytes: [UInt8]
    private var at = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a whole text.
    package static func read(_ bytes: [UInt8]) throws(Problem) -> JSON5Value {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Problem(place: JSON5Place(line: 1, column: 1), reason: .notUTF8)
        }
        var reader = JSON5Reader(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.at = 3 }
        try reader.skipBlanks()
        guard reader.at < bytes.count else { throw reader.problem(.noValue) }
        let value = try reader.value(depth: 0)
        try reader.skipBlanks()
        if reader.at < bytes.count { throw reader.problem(.moreBehind) }
        return value
    }

    /// The place of a byte.
    package static func place(of offset: Int, in bytes: [UInt8]) -> JSON5Place {
        let before = bytes[..<min(offset, bytes.count)]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSON5Place(line: line, column: String(decoding: before[start...], as: UTF8.self).count + 1)
    }

    private func problem(_ reason: ConfigurationFault, at offset: Int? = nil) -> Problem {
        Problem(place: Self.place(of: offset ?? at, in: bytes), reason: reason)
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    /// The character at the place, for complaints; `nil` at the end.
    private var nextText: String? {
        guard at < bytes.count else { return nil }
        return String(String(decoding: bytes[at..<min(bytes.count, at + 16)], as: UTF8.self).first ?? "?")
    }

    private func startsWith(_ text: StaticString) -> Bool { bytes[at...].starts(with: text.description.utf8) }

    // MARK: Blanks and comments

    private mutating func skipBlanks() throws(Problem) {
        while let byte = next {
            switch byte {
            case 0x20, 0x09...0x0D: at += 1
            case 0xC2 where startsWith("\u{A0}"): at += 2
            case 0xE2 where startsWith("\u{2028}") || startsWith("\u{2029}"): at += 3
            case 0xEF where startsWith("\u{FEFF}"): at += 3
            case 0x2F where startsWith("//"):
                while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
            case 0x2F where startsWith("/*"):
                let start = at
                at += 2
                while !startsWith("*/") {
                    at += 1
                    if at >= bytes.count { throw problem(.openComment, at: start) }
                }
                at += 2
            default: return
            }
        }
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(Problem) -> JSON5Value {
        guard depth < Self.depthLimit else { throw problem(.tooDeep) }
        let start = at
        let content: JSON5Value.Content
        switch next {
        case 0x7B?: content = .object(try members(depth: depth))
        case 0x5B?: content = .array(try elements(depth: depth))
        case 0x22?, 0x27?: content = .string(try string())
        case 0x2B?, 0x2D?, 0x2E?, (0x30...0x39)?: content = .number(try number())
        case let byte? where Self.isNameStart(byte):
            let word = try name()
            switch word {
            case "true": content = .boolean(true)
            case "false": content = .boolean(false)
            case "null": content = .null
            case "Infinity": content = .number(.infinity)
            case "NaN": content = .number(.nan)
            default: throw problem(.noSuchValue(word), at: start)
            }
        default: throw problem(.valueMissing(nextText))
        }
        return JSON5Value(content: content, place: Self.place(of: start, in: bytes), range: start..<at)
    }

    private mutating func members(depth: Int) throws(Problem) -> [JSON5Value.Member] {
        let start = at
        at += 1
        var members: [JSON5Value.Member] = []
        while true {
            try skipBlanks()
            if next == 0x7D { break }
            guard let byte = next else { throw problem(.openObject, at: start) }
            let nameStart = at
            let name: String
            if byte == 0x22 || byte == 0x27 {
                name = try string()
            } else if Self.isNameStart(byte) {
                name = try self.name()
            } else {
                throw problem(.nameMissing(nextText))
            }
            let place = Self.place(of: nameStart, in: bytes)
            if members.contains(where: { $0.name == name }) {
                throw Problem(place: place, reason: .doubleName(name))
            }
            try skipBlanks()
            guard next == 0x3A else { throw problem(.colonMissing(name)) }
            at += 1
            try skipBlanks()
            members.append(JSON5Value.Member(name: name, place: place, value: try value(depth: depth + 1)))
            try skipBlanks()
            if next == 0x2C {
                at += 1
            } else if next != 0x7D {
                if next == nil { throw problem(.openObject, at: start) }
                throw problem(.commaMissing(nextText))
            }
        }
        at += 1
        return members
    }

    private mutating func elements(depth: Int) throws(Problem) -> [JSON5Value] {
        let start = at
        at += 1
        var elements: [JSON5Value] = []
        while true {
            try skipBlanks()
            if next == 0x5D { break }
            if next == nil { throw problem(.openList, at: start) }
            elements.append(try value(depth: depth + 1))
            try skipBlanks()
            if next == 0x2C {
                at += 1
            } else if next != 0x5D {
                if next == nil { throw problem(.openList, at: start) }
                throw problem(.commaMissing(nextText))
            }
        }
        at += 1
        return elements
    }

    // MARK: Words, numbers, strings

    static func isNameStart(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x24 || byte >= 0x80
    }

    private mutating func name() throws(Problem) -> String {
        let start = at
        while let byte = next, Self.isNameStart(byte) || (0x30...0x39).contains(byte) { at += 1 }
        if next == 0x5C { throw problem(.escapedName) }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func number() throws(Problem) -> Double {
        let start = at
        while let byte = next,
            Self.isNameStart(byte) || (0x2B...0x2E).contains(byte) && byte != 0x2C
                || (0x30...0x39).contains(byte)
        {
            at += 1
        }
        var text = String(decoding: bytes[start..<at], as: UTF8.self)
        let isNegative = text.hasPrefix("-")
        if isNegative || text.hasPrefix("+") { text.removeFirst() }
        let value: Double?
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
            value = UInt64(text.dropFirst(2), radix: 16).map { Double($0) }
        } else if text == "Infinity" {
            value = .infinity
        } else if text == "NaN" {
            value = .nan
        } else if text.hasPrefix("0"), text.dropFirst().first?.isNumber == true {
            value = nil
        } else {
            let isPlain = text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
            }
            let whole = text.hasPrefix(".") ? "0" + text : text
            value = isPlain ? Double(whole.hasSuffix(".") ? whole + "0" : whole) : nil
        }
        guard let value else {
            let written = String(decoding: bytes[start..<at], as: UTF8.self)
            throw problem(.noNumber(written), at: start)
        }
        return isNegative ? -value : value
    }

    private mutating func string() throws(Problem) -> String {
        let start = at
        let quote = bytes[at]
        at += 1
        var out: [UInt8] = []
        while true {
            guard let byte = next, byte != 0x0A, byte != 0x0D else {
                throw problem(.openText, at: start)
            }
            at += 1
            if byte == quote { return String(decoding: out, as: UTF8.self) }
            if byte == 0x5C {
                out += try escape()
            } else {
                out.append(byte)
            }
        }
    }

    private mutating func escape() throws(Problem) -> [UInt8] {
        guard let byte = next else { throw problem(.openText) }
        at += 1
        switch byte {
        case 0x6E: return [0x0A]
        case 0x74: return [0x09]
        case 0x72: return [0x0D]
        case 0x62: return [0x08]
        case 0x66: return [0x0C]
        case 0x76: return [0x0B]
        case 0x30 where !(next.map { (0x30...0x39).contains($0) } ?? false): return [0]
        case 0x0D:
            if next == 0x0A { at += 1 }
            return []
        case 0x0A: return []
        case 0x78: return Array(String(Character(try scalar(digits: 2))).utf8)
        case 0x75: return Array(String(Character(try scalar(digits: 4))).utf8)
        case 0x31...0x39: throw problem(.digitEscape, at: at - 1)
        default: return [byte]
        }
    }

    private mutating func scalar(digits: Int) throws(Problem) -> Unicode.Scalar {
        var value = try hexadecimal(digits)
        if digits == 4, (0xD800..<0xDC00).contains(value), startsWith("\\u") {
            at += 2
            let low = try hexadecimal(4)
            guard (0xDC00..<0xE000).contains(low) else { throw problem(.halfPair) }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw problem(.halfPair) }
        return scalar
    }

    private mutating func hexadecimal(_ digits: Int) throws(Problem) -> UInt32 {
        let end = min(bytes.count, at + digits)
        let text = String(decoding: bytes[at..<end], as: UTF8.self)
        guard text.utf8.count == digits, text.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
            let value = UInt32(text, radix: 16)
        else { throw problem(.hexadecimal(digits)) }
        at = end
        return value
    }
}
