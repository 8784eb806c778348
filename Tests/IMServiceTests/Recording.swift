import FoundationEssentials
import IMWire

/// The recorded conversations with real servers, as frames.
struct Recording {
    /// One frame of one connection.
    struct Line {
        var server: String
        var scenario: String
        var connection: String
        var isFromServer: Bool
        var frame: Frame
        /// As it travelled.
        var bytes: [UInt8]
    }

    private struct Row: Decodable {
        struct Fields: Decodable { var length: Int? }
        var server: String
        var scenario: String
        var direction: String
        var connection: String?
        var hex: String?
        var truncated: Bool?
        var fields: Fields?
    }

    /// Everything that decodes; frames that are wrong on purpose are another test's.
    static let lines: [Line] = {
        let folder = #filePath.replacing("IMServiceTests/Recording.swift", with: "")
        let text = try? String(contentsOfFile: folder + "IMWireTests/Fixtures/transcripts.jsonl", encoding: .utf8)
        return (text ?? "").split(separator: "\n").compactMap { line in
            (try? JSONDecoder().decode(Row.self, from: Data(line.utf8))).flatMap(decode)
        }
    }()

    private static func decode(_ row: Row) -> Line? {
        guard let hex = row.hex, let connection = row.connection else { return nil }
        let digits = hex.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        var bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        if row.truncated == true, let length = row.fields?.length, let last = bytes.last {
            bytes += [UInt8](repeating: last, count: 12 + length - bytes.count)
        }
        var decoder = FrameDecoder(
            direction: row.direction == "C->S" ? .fromClient : .fromServer,
            dialect: row.server == "2016" ? .server2016 : .today)
        decoder.append(bytes)
        guard let frame = try? decoder.next() else { return nil }
        return Line(
            server: row.server, scenario: row.scenario, connection: connection,
            isFromServer: row.direction == "S->C", frame: frame, bytes: bytes)
    }

    /// The user behind a connection: named so, or whoever writes or is written to on it.
    static func uid(_ connection: String, _ server: String) -> Int64? {
        if connection.first == "u" || connection.first == "k" {
            return Int64(connection.dropFirst().prefix { $0.isNumber })
        }
        if server == "2016" { return connection == "x" ? 1 : nil }
        for line in lines where line.connection == connection && line.server == server {
            if case .im(let message) = line.frame.body { return line.isFromServer ? message.receiver : message.sender }
        }
        return nil
    }
}

extension Frame {
    /// The content of a message that a queue keeps.
    var storedContent: [UInt8]? {
        switch body {
        case .im(let message), .groupIM(let message): message.content.bytes
        case .customerV2(let message): message.content.bytes
        case .groupNotification(let text), .system(let text): text.bytes
        default: nil
        }
    }
}
