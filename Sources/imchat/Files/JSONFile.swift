import EventLoop
import FoundationEssentials

/// Small files of our own as JSON; written whole or not at all, for our eyes only.
enum JSONFile {
    /// Reads a value; `nil` where there is no file or it makes no sense.
    static func read<Value: Decodable>(_ type: Value.Type, from path: String) -> Value? {
        guard let bytes = try? Files.read(path, limit: 1 << 20) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Writes a value.
    static func write(_ value: some Encodable, to path: String) throws(FileError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return }
        try Files.writeAtomically(path, Array(data) + [0x0A], mode: 0o600)
    }
}
