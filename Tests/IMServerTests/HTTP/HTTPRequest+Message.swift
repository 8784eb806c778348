import Foundation
import IMServer
import IMWire

extension HTTPRequest {
    /// The request as the library would hand it over.
    init(_ message: HTTPMessage) {
        let words = message.startLine.split(separator: " ")
        self.init(String(words[0]), String(words[1]), token: message.token, body: message.body)
    }

    /// A request by method and target.
    init(_ method: String, _ target: String, token: String? = nil, body: [UInt8] = []) {
        let parts = target.split(separator: "?", maxSplits: 1)
        var parameters: [String: String] = [:]
        for pair in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let sides = pair.split(separator: "=", maxSplits: 1)
            parameters[String(sides[0])] = sides.count > 1 ? sides[1].removingPercentEncoding : ""
        }
        self.init(
            method: method, path: String(parts[0]), target: target, parameters: parameters, token: token, body: body)
    }
}
