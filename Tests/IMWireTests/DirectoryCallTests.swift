import IMWire
import TestSupport
import Testing

@Suite struct DirectoryCallTests {
    static let calls: [DirectoryCall] = [
        .grant(uid: nil, name: "小林 & co=?", platform: 2, deviceID: "d"),
        .grant(uid: 7, name: "x", platform: 0, deviceID: ""),
        .user(7), .userNamed("a b/ü?&=%"), .users, .groups, .group(.max), .rooms, .supporters,
        .createGroup(name: "g", members: [1, 2], isSuper: true), .renameGroup(1, name: "h"), .disbandGroup(1),
        .addMembers(group: 1, members: [2]), .removeMember(group: 1, uid: 2),
        .muteMember(group: 1, uid: 2, muted: true),
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
                    id: 1, name: "g", notice: "n", master: 2, isSuper: true,
                    members: [DirectoryGroup.Member(uid: 2, name: "b", nickname: "B", isMuted: true)])
            ])
        ),
        (.disbandGroup(1), .done), (.users, .refused(status: 404, message: "not found")),
    ]

    @Test func everyCallSurvivesTheWire() throws {
        let stream = Self.calls.flatMap { $0.request(token: "abc").bytes }
        for step in [1, 7, 100, stream.count] {
            var decoder = HTTPDecoder(bodyLimit: 1_000)
            var seen: [DirectoryCall] = []
            for start in stride(from: 0, to: stream.count, by: step) {
                decoder.append(stream[start..<min(stream.count, start + step)])
                while let request = try decoder.next() {
                    #expect(request.token == "abc")
                    seen.append(try DirectoryCall.parse(request).get())
                }
            }
            #expect(seen == Self.calls)
        }
    }

    @Test func everyAnswerSurvivesTheWire() throws {
        for (call, answer) in Self.answers {
            var decoder = HTTPDecoder(bodyLimit: 10_000)
            decoder.append(answer.response.bytes)
            let response = try #require(try decoder.next())
            #expect(DirectoryAnswer.parse(response, to: call) == answer)
        }
        let junk = HTTPMessage(startLine: "HTTP/1.1 200 OK", body: Array("[]".utf8))
        #expect(DirectoryAnswer.parse(junk, to: .users) == .refused(status: 0, message: "the answer cannot be read"))
    }

    @Test(arguments: [
        "GET /users HTTP/1.1\nHost: x\r\n\r\n", "\r\n\r\n", "GET /users HTTP/1.1\r\nno colon\r\n\r\n",
        "GET /users HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET /users HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n",
        "GET /users HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "POST /groups HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /users HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "GET /users HTTP/1.1\r\nContent-Length: 1001\r\n\r\n", "GET /us\u{1}ers HTTP/1.1\r\n\r\n",
    ])
    func badHTTPEndsTheStream(_ text: String) {
        var decoder = HTTPDecoder(bodyLimit: 1_000)
        decoder.append(text.utf8)
        #expect(throws: HTTPError.self) { try decoder.next() }
        decoder.append(DirectoryCall.users.request().bytes)
        #expect(throws: HTTPError.self) { try decoder.next() }
    }

    @Test func aHeadWithoutEndIsBounded() {
        var decoder = HTTPDecoder(bodyLimit: 1_000)
        decoder.append([UInt8](repeating: 0x41, count: HTTPDecoder.headLimit + 1))
        #expect(throws: HTTPError.headTooLarge(limit: HTTPDecoder.headLimit)) { try decoder.next() }
    }

    @Test(arguments: [
        ("GET /nothing HTTP/1.1", 404), ("GET users HTTP/1.1", 400), ("GET /users", 400), ("GET /users HTTP/2", 400),
        ("GET /users/x HTTP/1.1", 400), ("POST /groups HTTP/1.1", 400), ("GET /users?name=%zz HTTP/1.1", 400),
        ("DELETE /users HTTP/1.1", 404), ("POST /auth/grant HTTP/1.1", 400), ("GET / HTTP/1.1", 404),
    ])
    func wrongCallsAreRefused(_ line: String, _ status: Int) {
        guard case .failure(let fault) = DirectoryCall.parse(HTTPMessage(startLine: line)) else {
            Issue.record("accepted")
            return
        }
        #expect(fault.status == status)
    }

    @Test func mutatedRequestsNeverTrap() {
        var random = SeededRandom(seed: 3)
        let stream = Self.calls.flatMap { $0.request(token: "abc").bytes }
        for _ in 0..<500 {
            var bytes = stream
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var decoder = HTTPDecoder(bodyLimit: 1_000)
            decoder.append(bytes)
            while let request = try? decoder.next() { _ = DirectoryCall.parse(request) }
        }
    }
}
