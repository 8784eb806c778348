/// Reads the answers of a directory from a byte stream, however it was split. Strict: lines end in CR LF, a body has a
/// length, which every answer of the server's library and of a proxy before it has.
///
/// It is for answers alone; requests are read by the server's library. Clients read answers by this one: a whole HTTP
/// client would be a second library in every client's process for a status line, one header and a body.
package struct HTTPDecoder: Sendable {
    /// The largest head, in bytes.
    package static let headLimit = 8_192
    private let bodyLimit: Int
    private var buffer: [UInt8] = []
    private var searched = 0
    private var failure: HTTPError?

    /// Makes a decoder; `bodyLimit` in bytes.
    package init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

    /// Takes bytes as they came.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        if failure == nil { buffer.append(contentsOf: bytes) }
    }

    /// The next whole message, or `nil` until more bytes come. After an error it answers the same for ever.
    package mutating func next() throws(HTTPError) -> HTTPMessage? {
        if let failure { throw failure }
        do throws(HTTPError) {
            return try message()
        } catch {
            failure = error
            buffer = []
            throw error
        }
    }

    private mutating func message() throws(HTTPError) -> HTTPMessage? {
        guard let end = headEnd() else {
            if buffer.count > Self.headLimit { throw .headTooLarge(limit: Self.headLimit) }
            return nil
        }
        if end > Self.headLimit { throw .headTooLarge(limit: Self.headLimit) }
        var (message, length) = try Self.head(String(decoding: buffer[..<(end - 4)], as: UTF8.self))
        if length > bodyLimit { throw .bodyTooLarge(limit: bodyLimit) }
        guard buffer.count >= end + length else { return nil }
        message.body = Array(buffer[end..<end + length])
        buffer.removeSubrange(..<(end + length))
        searched = 0
        return message
    }

    /// Behind the empty line that ends the head; what was searched once is not searched again.
    private mutating func headEnd() -> Int? {
        let mark: [UInt8] = [13, 10, 13, 10]
        var index = max(0, searched - 3)
        while index + 4 <= buffer.count {
            if buffer[index] == 13, Array(buffer[index..<index + 4]) == mark { return index + 4 }
            index += 1
        }
        searched = buffer.count
        return nil
    }

    private static func head(_ text: String) throws(HTTPError) -> (HTTPMessage, Int) {
        // CR LF is one Character; a lone CR or LF inside a line is refused with the line.
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let first = lines.first, first.hasPrefix("HTTP/1."), isPlain(first) else { throw .badLine(1) }
        let message = HTTPMessage(startLine: String(first))
        var length: Int?
        for (number, line) in lines.enumerated().dropFirst() {
            guard isPlain(line), let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
                throw .badLine(number + 1)
            }
            let name = line[..<colon].lowercased()
            let value = trimmed(line[line.index(after: colon)...])
            switch name {
            case "content-length":
                guard length == nil, !value.isEmpty, value.utf8.count < 10,
                    value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(value)
                else { throw .noLength }
                length = number
            case "transfer-encoding": throw .noLength
            default: break
            }
        }
        return (message, length ?? 0)
    }

    private static func isPlain(_ line: Substring) -> Bool {
        line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}
