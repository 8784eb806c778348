extension DirectoryAnswer {
    /// The data of an answer that has nothing to tell.
    private struct Nothing: Codable {}

    /// The HTTP status.
    package var status: Int { if case .refused(let status, _) = self { status } else { 200 } }

    /// The JSON; what was asked for by its number is an object, all else a list.
    package func body(isSingle: Bool = false) -> [UInt8] {
        switch self {
        case .granted(let grant): Self.body(grant)
        case .users(let users): Self.body(users, isSingle: isSingle)
        case .groups(let groups): Self.body(groups, isSingle: isSingle)
        case .rooms(let rooms): Self.body(rooms)
        case .done: Self.body(Nothing())
        case .refused(let status, let message):
            JSONText.encode(DirectoryResponseBody<Nothing>(meta: .init(code: status, message: message)))
        }
    }

    private static func body(_ data: some Codable) -> [UInt8] { JSONText.encode(DirectoryResponseBody(data: data)) }

    private static func body(_ data: [some Codable], isSingle: Bool) -> [UInt8] {
        if isSingle, let first = data.first { body(first) } else { body(data) }
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
        case .group, .groups, .groupsNamed, .createGroup: list(body).map { .groups($0) }
        case .rooms: list(body).map { .rooms($0) }
        case .renameGroup, .openGroup, .noticeGroup, .disbandGroup, .addMembers, .removeMembers, .removeMember,
            .muteMember, .upgradeGroup, .nameMember, .quietenGroup:
            JSONText.decode(DirectoryResponseBody<Nothing>.self, from: body).map { _ in .done }
        }
    }

    private static func data<T: Codable>(_ body: [UInt8], _ type: T.Type = T.self) -> T? {
        JSONText.decode(DirectoryResponseBody<T>.self, from: body)?.data
    }

    private static func list<T: Codable>(_ body: [UInt8]) -> [T]? { data(body, LenientList<T>.self)?.elements }
}
