import IMWire

/// One line of JSON that a running client answers once the server has acknowledged, or why it did not.
package struct ControlAnswer: Codable, Equatable {
    /// Whether the server has the message.
    package var ok: Bool
    /// Why not, in words (raw).
    package var reason: String?

    /// Makes an answer.
    package init(ok: Bool, reason: String? = nil) {
        self.ok = ok
        self.reason = reason
    }

    /// Reads a line; `nil` for one that is no answer.
    package init?(line: [UInt8]) {
        guard let answer = JSONText.decode(Self.self, from: line) else { return nil }
        self = answer
    }

    /// The line, its end included.
    package var line: [UInt8] { JSONText.encode(self) + [0x0A] }
}
