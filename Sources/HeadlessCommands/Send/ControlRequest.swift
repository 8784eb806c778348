import FoundationEssentials

/// One line of JSON that asks a running client to send a message.
package struct ControlRequest: Codable, Equatable {
    /// Where to.
    package var address: String
    /// What.
    package var text: String

    /// Makes a request.
    package init(address: String, text: String) {
        self.address = address
        self.text = text
    }

    /// A longer line is no request.
    package static let sizeLimit = 1 << 20

    /// Reads a line; `nil` for one that is no request.
    package init?(line: [UInt8]) {
        guard let request = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = request
    }

    /// The line, its end included.
    package var line: [UInt8] { ((try? JSONEncoder().encode(self)).map(Array.init) ?? []) + [0x0A] }
}
