import Foundation
import IMWire
import TestSupport
import Testing

@Suite struct DirectoryCallTests {
    static let calls: [DirectoryCall] = [
        .grant(uid: nil, name: "小林 & co=?", platform: 2, deviceID: "d"),
        .grant(uid: 7, name: "x", platform: 0, deviceID: ""),
        .user(7), .userNamed("a b/ü?&=%"), .users, .groups, .group(.max), .rooms, .supporters,
        .createGroup(name: "g", members: [1, 2], isSuper: true),
        .createGroup(name: "g", members: [], isSuper: false, isOpen: true), .groupsNamed("g h"),
        .noticeGroup(5, notice: "n"), .removeMembers(group: 5, members: [1, 2]), .openGroup(5, isOpen: true),
        .openGroup(5, isOpen: false), .renameGroup(1, name: "h"), .disbandGroup(1),
        .addMembers(group: 1, members: [2]), .removeMember(group: 1, uid: 2),
        .muteMember(group: 1, uid: 2, muted: true), .upgradeGroup(5), .nameMember(group: 1, uid: 2, name: "小 b"),
        .nameMember(group: 1, uid: 2, name: ""), .quietenGroup(1, uid: 2, isQuiet: true),
        .quietenGroup(1, uid: 2, isQuiet: false),
    ]

    static let answers: [(DirectoryCall, DirectoryAnswer)] = [
        (
            .grant(uid: nil, name: "x", platform: 0, deviceID: ""),
            .granted(DirectoryGrant(appID: 7, uid: 1, token: "t"))
        ),
        (.users, .users([DirectoryUser(uid: 1, name: "\"é\n"), DirectoryUser(uid: 2, name: "")])),
        (.supporters, .users([DirectoryUser(appID: 1453, uid: 9, name: "s")])),
        (.rooms, .rooms([DirectoryRoom(id: 1, name: "lobby")])),
        (
            .groups,
            .groups([
                DirectoryGroup(
                    id: 1, name: "g", notice: "n", master: 2, isSuper: true, isOpen: true,
                    members: [DirectoryGroup.Member(uid: 2, name: "b", nickname: "B", isMuted: true)])
            ])
        ),
        (.disbandGroup(1), .done), (.users, .refused(status: 404, message: "not found")),
    ]

    /// A request as the server's library takes it apart.
    private static func parse(_ line: String, _ body: [UInt8] = []) -> Result<DirectoryCall, DirectoryFault> {
        let words = line.split(separator: " ")
        let parts = words[1].split(separator: "?", maxSplits: 1)
        let name = parts.count > 1 ? parts[1].dropFirst("name=".count).removingPercentEncoding : nil
        return DirectoryCall.parse(method: String(words[0]), path: String(parts[0]), name: name, body: body)
    }

    @Test func everyCallSurvivesTheWire() throws {
        for call in Self.calls {
            let request = call.request(token: "abc")
            #expect(try Self.parse(request.startLine, request.body).get() == call)
            let text = String(decoding: request.bytes, as: UTF8.self)
            #expect(text.hasPrefix(request.startLine + "\r\nHost: localhost\r\n"))
            #expect(text.contains("\r\nAuthorization: Bearer abc\r\n\r\n"))
            #expect(text.contains("\r\nContent-Length: \(request.body.count)\r\n"))
        }
    }

    /// What the real interface takes too: lists, objects of members, its prefix for clients.
    @Test(arguments: [
        ("POST /groups/5/members", #" [{"uid":1,"name":"a"},2]"#, DirectoryCall.addMembers(group: 5, members: [1, 2])),
        ("POST /groups/5/members", #"{"uid":1,"name":"a"}"#, .addMembers(group: 5, members: [1])),
        ("POST /client/groups/5/members", #"{"members":[{"uid":3}]}"#, .addMembers(group: 5, members: [3])),
        ("DELETE /groups/5/members", "[1,2]", .removeMembers(group: 5, members: [1, 2])),
        ("GET /client/groups", "", .groups), ("POST /client/groups/5/upgrade", "", .upgradeGroup(5)),
        ("PATCH /groups/5/members/2", #"{"quiet":1}"#, .quietenGroup(5, uid: 2, isQuiet: true)),
        ("PATCH /client/groups/5/members/2", #"{"do_not_disturb":true}"#, .quietenGroup(5, uid: 2, isQuiet: true)),
        ("POST /auth/grant", #"{"uid":7}"#, .grant(uid: 7, name: "", platform: 0, deviceID: "")),
    ])
    func otherForms(_ line: String, _ body: String, _ call: DirectoryCall) throws {
        #expect(try Self.parse(line, Array(body.utf8)).get() == call)
    }

    /// An answer as the server's library writes it.
    private static func bytes(_ answer: DirectoryAnswer, isSingle: Bool = false) -> [UInt8] {
        let body = answer.body(isSingle: isSingle)
        let head =
            "HTTP/1.1 \(answer.status) Some Words\r\nDate: Mon, 30 Nov 2026 14:00:00 GMT\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
    }

    @Test func everyAnswerSurvivesTheWire() throws {
        for (call, answer) in Self.answers {
            for isSingle in [false, true] {
                let stream = Self.bytes(answer, isSingle: isSingle) + Self.bytes(.done)
                for step in [1, 7, stream.count] {
                    var decoder = HTTPDecoder(bodyLimit: 10_000)
                    var seen: [HTTPMessage] = []
                    for start in stride(from: 0, to: stream.count, by: step) {
                        decoder.append(stream[start..<min(stream.count, start + step)])
                        while let response = try decoder.next() { seen.append(response) }
                    }
                    #expect(seen.count == 2)
                    let first = try #require(seen.first)
                    let read = DirectoryAnswer.parse(first, to: call)
                    if isSingle, case .users(let users) = answer {
                        #expect(read == .users([users[0]]))
                    } else {
                        #expect(read == answer)
                    }
                }
            }
        }
        let junk = HTTPMessage(startLine: "HTTP/1.1 200 OK", body: Array("[]".utf8))
        #expect(DirectoryAnswer.parse(junk, to: .users) == .refused(status: 0, message: "the answer cannot be read"))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\nHost: x\r\n\r\n", "\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1e3\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "GET /users HTTP/1.1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "HTTP/2 200\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", "HTTP/1.1 2\u{1}0\r\n\r\n",
    ])
    func badHTTPEndsTheStream(_ text: String) {
        var decoder = HTTPDecoder(bodyLimit: 1_000)
        decoder.append(text.utf8)
        #expect(throws: HTTPError.self) { try decoder.next() }
        decoder.append(Self.bytes(.done))
        #expect(throws: HTTPError.self) { try decoder.next() }
    }

    @Test func aHeadWithoutEndIsBounded() {
        var decoder = HTTPDecoder(bodyLimit: 1_000)
        decoder.append([UInt8](repeating: 0x41, count: HTTPDecoder.headLimit + 1))
        #expect(throws: HTTPError.headTooLarge(limit: HTTPDecoder.headLimit)) { try decoder.next() }
    }

    @Test(arguments: [
        ("GET /nothing", 404), ("GET users", 404), ("GET /users/x", 400), ("POST /groups", 400), ("DELETE /users", 404),
        ("POST /auth/grant", 400), ("GET /", 404), ("PATCH /groups/1", 400), ("PATCH /groups/1/members/2", 400),
        ("POST /groups/1/members", 400), ("GET //", 404), ("get /users", 404),
    ])
    func wrongCallsAreRefused(_ line: String, _ status: Int) {
        guard case .failure(let fault) = Self.parse(line) else {
            Issue.record("accepted")
            return
        }
        #expect(fault.status == status)
    }

    @Test func mutatedAnswersAndCallsNeverTrap() {
        var random = SeededRandom(seed: 3)
        let stream = Self.answers.flatMap { Self.bytes($0.1) }
        for _ in 0..<500 {
            var bytes = stream
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var decoder = HTTPDecoder(bodyLimit: 1_000)
            decoder.append(bytes)
            while let response = try? decoder.next() { _ = DirectoryAnswer.parse(response, to: .users) }
            for call in Self.calls {
                let request = call.request()
                var path = Array(request.startLine.split(separator: " ")[1].utf8)
                path[Int.random(in: 0..<path.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                let method = String(request.startLine.prefix { $0 != " " })
                _ = DirectoryCall.parse(
                    method: method, path: String(decoding: path, as: UTF8.self), name: nil, body: request.body)
            }
        }
    }
}
