import Foundation

/// One line of the recorded conversations with real servers (protocol document, top).
struct Transcript {
    let server: String
    let scenario: String
    let order: Int
    let direction: String
    let connection: String
    let bytes: [UInt8]
    let fields: [String: Any]
    let note: String?

    /// The frames of the fixture, notes left out, truncated ones rebuilt.
    static func load() throws -> [Transcript] {
        let url = try require(
            Bundle.module.url(forResource: "transcripts", withExtension: "jsonl", subdirectory: "Fixtures"))
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let hex = row["hex"] as? String, let fields = row["fields"] as? [String: Any]
            else { return nil }
            var bytes = unhex(hex.filter { $0.isHexDigit })
            if row["truncated"] as? Bool == true, let length = fields["length"] as? Int, let last = bytes.last {
                bytes += [UInt8](repeating: last, count: 12 + length - bytes.count)
            }
            return Transcript(
                server: row["server"] as? String ?? "", scenario: row["scenario"] as? String ?? "",
                order: row["order"] as? Int ?? 0, direction: row["direction"] as? String ?? "",
                connection: row["connection"] as? String ?? "", bytes: bytes, fields: fields,
                note: row["note"] as? String)
        }
    }

    private struct NoFixture: Error {}

    private static func require(_ url: URL?) throws -> URL {
        guard let url else { throw NoFixture() }
        return url
    }

    static func unhex(_ text: String) -> [UInt8] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    func number(_ key: String) -> Int64? { (fields[key] as? NSNumber)?.int64Value }

    func text(_ key: String) -> String? { fields[key] as? String }
}
