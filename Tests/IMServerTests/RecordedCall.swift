import Foundation
import IMServer
import TestSupport

/// A call to the operator interface as the recordings note it: `HTTP METHOD TARGET body=BODY -> STATUS ANSWER`.
struct RecordedCall {
    let request: HTTPRequest
    let status: Int
    let answer: String

    /// Reads a note; `nil` where it is of something else.
    init?(_ note: String) {
        guard note.hasPrefix("HTTP "), let body = note.range(of: " body="),
            let arrow = note.range(of: " -> ", options: .backwards)
        else { return nil }
        let words = note[..<body.lowerBound].split(separator: " ")
        let text = String(note[body.upperBound..<arrow.lowerBound])
        let reply = note[arrow.upperBound...]
        guard words.count == 3, let status = Int(reply.prefix(3)) else { return nil }
        request = HTTPRequest(String(words[1]), String(words[2]), body: Array((text == "None" ? "" : text).utf8))
        self.status = status
        answer = String(reply.dropFirst(4))
    }

    /// Whether an answer is the recorded one, but for the server's clock, the size of keys, and counters.
    func isAnswered(by response: HTTPResponse, _ keys: inout ReplayTests.Keys) -> Bool {
        guard response.status == status else { return false }
        if String(decoding: response.body, as: UTF8.self) == answer { return true }
        guard let recorded = Self.object(answer), let ours = Self.object(response.body) else { return false }
        if request.path == "/summary" { return Set(recorded.keys).isSubset(of: ours.keys) }
        guard let old = recorded["data"] as? [[String: Any]], let new = ours["data"] as? [[String: Any]],
            old.count == new.count
        else { return false }
        for (old, new) in zip(old, new) {
            guard let oldKey = old["id"] as? Int64, let newKey = new["id"] as? Int64, keys.match(oldKey, newKey),
                old.keys.sorted() == new.keys.sorted()
            else { return false }
            for name in old.keys where name != "id" && name != "timestamp" {
                guard "\(old[name] ?? "")" == "\(new[name] ?? "")" else { return false }
            }
        }
        return true
    }

    private static func object(_ text: String) -> [String: Any]? { object(Array(text.utf8)) }

    private static func object(_ bytes: [UInt8]) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
    }
}
