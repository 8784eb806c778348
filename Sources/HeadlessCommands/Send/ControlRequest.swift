import IMWire

/// One line of JSON that asks a running client to send a message, or to end.
package struct ControlRequest: Codable, Equatable {
    /// Where to.
    package var address: String
    /// What.
    package var text: String
    /// The message's id on the wire: the same request again sends nothing twice. The client makes one where it is missing.
    package var originID: String?

    /// What else is asked for than sending: `end`.
    package var ask: String?

    /// Makes a request.
    package init(address: String, text: String, originID: String? = nil) {
        self.address = address
        self.text = text
        self.originID = originID
    }

    /// Asks the client to keep its drafts and end, so that another one can have the account.
    package static var end: ControlRequest {
        var request = ControlRequest(address: "", text: "")
        request.ask = "end"
        return request
    }

    /// A longer line is no request.
    package static let sizeLimit = 1 << 20

    /// Reads a line; `nil` for one that is no request.
    package init?(line: [UInt8]) {
        guard let request = JSONText.decode(Self.self, from: line) else { return nil }
        self = request
    }

    /// The line, its end included.
    package var line: [UInt8] { JSONText.encode(self) + [0x0A] }
}
