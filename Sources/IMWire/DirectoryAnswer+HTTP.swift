extension DirectoryAnswer {
    /// The data of an answer that has nothing to tell.
    private struct Nothing: Codable {}

    /// The answer as a response.
    package var response: HTTPMessage {
        switch self {
        case .granted(let grant): Self.response(grant)
        case .users(let users): Self.response(users)
        case .groups(let groups): Self.response(groups)
        case .rooms(let rooms): Self.response(rooms)
        case .done: Self.response(Nothing())
        case .refused(let status, let message):
            HTTPMessage(
                startLine: "HTTP/1.1 \(status) Refused",
                body: JSONText.encode(
                    DirectoryResponseBody<Nothing>(meta: .init(code: status, message: message))))
        }
    }

    private static func response(_ data: some Codable) -> HTTPMessage {
        HTTPMessage(startLine: "HTTP/1.1 200 OK", body: JSONText.encode(DirectoryResponseBody(data: data)))
    }

    /// What a response answers to a call. What cannot be read is `.refused` with status 0 and our own words.
    package static func parse(_ response: HTTPMessage, to call: DirectoryCall) -> DirectoryAnswer {
        let words = response.startLine.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            return .refused(status: 0, message: "no HTTP answer")
        }
        guard status == 200 else {
            let body = JSONText.decode(DirectoryResponseBody<Nothing>.self, from: response.body)
            return .refused(status: status, message: body?.meta?.message ?? "status \(status)")
        }
        return answer(response.body, to: call) ?? .refused(status: 0, message: "the answer cannot be read")
    }

    private static func answer(_ body: [UInt8], to call: DirectoryCall) -> DirectoryAnswer? {
        switch call {
        case .grant: data(body).map { .granted($0) }
        case .user, .userNamed, .users, .supporters: list(body).map { .users($0) }
        case .group, .groups, .createGroup: list(body).map { .groups($0) }
        case .rooms: list(body).map { .rooms($0) }
        case .renameGroup, .disbandGroup, .addMembers, .removeMember, .muteMember:
            JSONText.decode(DirectoryResponseBody<Nothing>.self, from: body).map { _ in .done }
        }
    }

    private static func data<T: Codable>(_ body: [UInt8], _ type: T.Type = T.self) -> T? {
        JSONText.decode(DirectoryResponseBody<T>.self, from: body)?.data
    }

    private static func list<T: Codable>(_ body: [UInt8]) -> [T]? { data(body, LenientList<T>.self)?.elements }
}
