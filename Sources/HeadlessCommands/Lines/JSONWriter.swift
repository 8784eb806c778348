/// Writes one JSON object with its members in the order of the calls.
struct JSONWriter {
    private var out: [UInt8] = [UInt8(ascii: "{")]
    private var isEmpty = true

    /// Starts an object.
    init() {}

    /// The object as written so far, closed.
    var bytes: [UInt8] { out + [UInt8(ascii: "}")] }

    /// Writes a member whose value is text that is JSON already.
    mutating func raw(_ key: String, _ value: some Sequence<UInt8>) {
        if !isEmpty { out.append(UInt8(ascii: ",")) }
        isEmpty = false
        out += Self.quoted(key)
        out.append(UInt8(ascii: ":"))
        out += value
    }

    /// Writes a string; `nil` writes nothing.
    mutating func string(_ key: String, _ value: String?) {
        if let value { raw(key, Self.quoted(value)) }
    }

    /// Writes a whole number; `nil` writes nothing.
    mutating func integer(_ key: String, _ value: (some BinaryInteger)?) {
        if let value { raw(key, String(value).utf8) }
    }

    /// Writes a number; what JSON cannot write becomes 0.
    mutating func double(_ key: String, _ value: Double) {
        raw(key, value.isFinite ? "\(value)".utf8 : "0".utf8)
    }

    /// Writes an object that the closure fills.
    mutating func object(_ key: String, _ fill: (inout JSONWriter) -> Void) {
        var inner = JSONWriter()
        fill(&inner)
        raw(key, inner.bytes)
    }

    /// Writes an array of values that are JSON already.
    mutating func array(_ key: String, _ values: [[UInt8]]) {
        raw(key, Self.array(values))
    }

    /// An array of values that are JSON already.
    static func array(_ values: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + values.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }

    /// An id: as a number where it is one, since the other clients expect that, else as a string.
    static func identifier(_ id: String) -> [UInt8] {
        if let number = Int64(id), String(number) == id { return Array(id.utf8) }
        return quoted(id)
    }

    /// A string with quotes and escapes; only what JSON demands is escaped.
    static func quoted(_ text: String) -> [UInt8] {
        var out: [UInt8] = [UInt8(ascii: "\"")]
        out.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0x0A: out += "\\n".utf8
            case 0x0D: out += "\\r".utf8
            case 0x09: out += "\\t".utf8
            case ..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                out += "\\u00".utf8
                out += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
        return out
    }
}
