/// Reads big-endian fields off one body and says which command was short.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var index: Int
    private let command: Command

    init(_ bytes: ArraySlice<UInt8>, command: Command) {
        self.bytes = bytes
        self.command = command
        index = bytes.startIndex
    }

    /// Bytes not read yet.
    var remaining: Int { bytes.endIndex - index }

    /// Demands a size of the whole body, so that the error names the full expectation.
    func require(_ size: Int) throws(WireError) {
        if bytes.count < size { throw .shortBody(command, expected: size, actual: bytes.count) }
    }

    mutating func int8() throws(WireError) -> Int8 {
        Int8(bitPattern: UInt8(try unsigned(1)))
    }

    mutating func int32() throws(WireError) -> Int32 {
        Int32(bitPattern: UInt32(try unsigned(4)))
    }

    mutating func int64() throws(WireError) -> Int64 {
        Int64(bitPattern: try unsigned(8))
    }

    /// A text behind its one-byte length.
    mutating func shortText() throws(WireError) -> String {
        let size = Int(try unsigned(1))
        try need(size)
        defer { index += size }
        return String(decoding: bytes[index..<index + size], as: UTF8.self)
    }

    /// All that is left.
    mutating func rest() -> [UInt8] {
        defer { index = bytes.endIndex }
        return Array(bytes[index...])
    }

    private func need(_ size: Int) throws(WireError) {
        if remaining < size {
            throw .shortBody(command, expected: index - bytes.startIndex + size, actual: bytes.count)
        }
    }

    private mutating func unsigned(_ size: Int) throws(WireError) -> UInt64 {
        try need(size)
        var value: UInt64 = 0
        for offset in 0..<size { value = value << 8 | UInt64(bytes[index + offset]) }
        index += size
        return value
    }
}
