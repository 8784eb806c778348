package import IMWire

/// A `ManagementCommand` as a request on the directory's socket, which its owner alone can open.
package enum ManagementCall {
    /// The path.
    package static let path = "/server/command"

    private struct Body<Value: Codable>: Codable { var data: Value }
    private struct Refusal: Decodable {
        struct Meta: Decodable { var message: String }
        var meta: Meta
    }

    /// The request of a command.
    package static func request(_ command: ManagementCommand) -> HTTPMessage {
        HTTPMessage(startLine: "POST \(path) HTTP/1.1", body: JSONText.encode(Body(data: command)))
    }

    /// The command of a request's body; `nil` where it is none.
    static func parse(_ body: [UInt8]) -> ManagementCommand? {
        JSONText.decode(Body<ManagementCommand>.self, from: body)?.data
    }

    static func response(_ answer: ManagementAnswer) -> HTTPResponse {
        HTTPResponse(body: JSONText.encode(Body(data: answer)))
    }

    /// What a response says: the lines, or the server's words where it refused.
    package static func answer(_ response: HTTPMessage) -> Result<ManagementAnswer, DirectoryFault> {
        if let answer = JSONText.decode(Body<ManagementAnswer>.self, from: response.body)?.data {
            return .success(answer)
        }
        let words = JSONText.decode(Refusal.self, from: response.body)?.meta.message
        return .failure(DirectoryFault(status: 0, message: words ?? "the server does not understand; is it older?"))
    }
}
