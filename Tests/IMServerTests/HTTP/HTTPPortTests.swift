import EventLoop
import Foundation
import IMServer
import TestSupport
import Testing

/// The library on a real loop, spoken to over a Unix socket and over loopback.
@Suite struct HTTPPortTests {
    private final class Line {
        let transport: any Transport
        var bytes: [UInt8] = []
        var isClosed = false

        init(_ loop: EventLoop, _ endpoint: Endpoint, _ first: String) {
            transport = loop.connect(to: endpoint)
            transport.onEvent = { [unowned self] event in
                switch event {
                case .connected: transport.send(Array(first.utf8))
                case .received(let more): bytes += more
                case .closed: isClosed = true
                default: break
                }
            }
        }

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let path = "/tmp/imchat-http-\(UInt64.random(in: 0...UInt64.max))"

    @Test func requestsAreAnsweredAtOnceOrLater() throws {
        let loop = EventLoop()
        var seen: [HTTPRequest] = []
        let port = try HTTPPort(loop: loop, endpoint: .unix(path: path)) { request, answer in
            seen.append(request)
            let response = HTTPResponse(status: 201, body: Array("[1]".utf8))
            if request.path == "/later" {
                loop.schedule(after: 20) { answer(response) }
            } else {
                answer(response)
            }
            answer(HTTPResponse(status: 500))
        }
        let head = "POST /a%20b?uid=%35&x=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t1\r\n"
        let line = Line(loop, .unix(path: path), head + "Content-Length: 5\r\n\r\nhello")
        #expect(loop.run(atMost: 5_000) { line.text.hasSuffix("[1]") })
        #expect(line.text.hasPrefix("HTTP/1.1 201 Created\r\n"))
        #expect(line.text.contains("Content-Type: application/json"))
        let expected = HTTPRequest(
            method: "POST", path: "/a b", target: "/a%20b?uid=%35&x=1", parameters: ["uid": "5"], token: "t1",
            host: "localhost", body: Array("hello".utf8))
        #expect(seen == [expected])
        // The same connection again, chunked, answered later.
        line.bytes = []
        line.transport.send(
            Array(
                "POST /later HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
                    .utf8))
        #expect(loop.run(atMost: 5_000) { line.text.hasSuffix("[1]") || line.text.contains(" 500 ") })
        #expect(seen.last?.body == Array("abc".utf8))
        port.close()
        #expect(loop.run(atMost: 5_000) { line.isClosed })
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// Counts without a limit of its own for each account.
    private final class Ledger: HTTPOutputLedger {
        let limit: Int
        private(set) var held: [UserKey?: Int] = [:]
        private(set) var most = 0

        init(limit: Int) { self.limit = limit }

        var total: Int { held.values.reduce(0, +) }

        func hasRoom(forHTTP bytes: Int, of account: UserKey?) -> Bool { total + bytes <= limit }
        func changeHTTP(_ account: UserKey?, by bytes: Int) {
            held[account, default: 0] += bytes
            most = max(most, total)
        }
    }

    /// A stream that sends and never reads.
    private func deafClient(_ request: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        #expect(isConnected && send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count)
        return descriptor
    }

    /// Answers are held until they are taken, and counted for so long; what does not fit is refused in a line.
    @Test func answersThatNobodyTakesAreCountedAndBounded() throws {
        let loop = EventLoop()
        let ledger = Ledger(limit: 10_000_000)
        let alice = UserKey(appID: 7, uid: 1)
        var asked = 0
        let port = try HTTPPort(loop: loop, endpoint: .unix(path: path), idleSeconds: 1, output: ledger) { _, answer in
            asked += 1
            var response = HTTPResponse(body: [UInt8](repeating: 0x20, count: 3_000_000))
            response.account = alice
            // Half of them answer late.
            if asked % 2 == 0 { loop.schedule(after: 1) { answer(response) } } else { answer(response) }
        }
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        var crowd = (0..<20).map { _ in deafClient(request) }
        #expect(loop.run(atMost: 5_000) { asked == 20 })
        loop.run(atMost: 50) { false }
        #expect(ledger.held[alice] == 9_000_000)
        #expect(ledger.most <= 10_000_000)
        let refused = Line(loop, port.endpoint, request)
        #expect(loop.run(atMost: 5_000) { refused.text.contains("\r\n\r\n") })
        #expect(refused.text.hasPrefix("HTTP/1.1 503"))
        // Who goes away frees what is his, and who takes nothing in time goes.
        for descriptor in crowd.prefix(10) { close(descriptor) }
        crowd.removeFirst(10)
        #expect(loop.run(atMost: 5_000) { ledger.total == 0 })
        let reads = Line(loop, port.endpoint, request)
        #expect(loop.run(atMost: 5_000) { reads.bytes.count > 3_000_000 })
        #expect(loop.run(atMost: 5_000) { ledger.total == 0 })
        // What is held when the port ends is let go with it.
        let last = deafClient(request)
        #expect(loop.run(atMost: 5_000) { ledger.total == 3_000_000 })
        port.close()
        #expect(ledger.total == 0)
        for descriptor in crowd + [last] { close(descriptor) }
    }

    /// The loop has nothing else to wake it.
    @Test func aLateAnswerNeedsNoOtherEvent() throws {
        let loop = EventLoop()
        var late: ((HTTPResponse) -> Void)?
        let port = try HTTPPort(loop: loop, endpoint: .unix(path: path)) { late = $1 }
        let line = Line(loop, port.endpoint, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
        #expect(loop.run(atMost: 5_000) { late != nil })
        loop.run(atMost: 30) { false }
        late?(HTTPResponse(body: Array("[1]".utf8)))
        #expect(loop.run(atMost: 2_000) { line.text.hasSuffix("[1]") })
        port.close()
    }

    @Test func anIdleLoopStaysIdle() throws {
        let loop = EventLoop()
        let port = try HTTPPort(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0)) { $1(HTTPResponse()) }
        let line = Line(loop, port.endpoint, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(loop.run(atMost: 5_000) { line.text.contains("\r\n\r\n") })
        loop.runOnce(maximumWait: 0)
        let turns = loop.turns
        _ = loop.run(atMost: 100) { false }
        #expect(loop.turns - turns < 5)
        port.close()
    }

    @Test func tooMuchAndNonsense() throws {
        let loop = EventLoop()
        var count = 0
        let port = try HTTPPort(loop: loop, endpoint: .unix(path: path)) { request, answer in
            count += 1
            answer(HTTPResponse())
        }
        let declared = Line(
            loop, port.endpoint, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(HTTPPort.bodyLimit + 1)\r\n\r\n")
        #expect(loop.run(atMost: 5_000) { declared.isClosed })
        #expect(declared.text.hasPrefix("HTTP/1.1 413"))
        let piece = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
        let chunked = Line(
            loop, port.endpoint,
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: piece, count: 9))
        #expect(loop.run(atMost: 5_000) { chunked.isClosed })
        let junk = Line(loop, port.endpoint, "\u{1}\u{2}\r\n\r\n")
        #expect(loop.run(atMost: 5_000) { junk.isClosed })
        let head = Line(loop, port.endpoint, "GET / HTTP/1.1\r\nX: " + String(repeating: "y", count: 100_000))
        #expect(loop.run(atMost: 5_000) { head.isClosed })
        #expect(count == 0)
        port.close()
    }

    /// Whoever trickles a request, or asks for nothing, is closed in time; whoever waits for us is not.
    @Test func aSlowRequestEnds() throws {
        let loop = EventLoop()
        var late: ((HTTPResponse) -> Void)?
        let port = try HTTPPort(loop: loop, endpoint: .unix(path: path), idleSeconds: 1) { late = $1 }
        let waits = Line(loop, port.endpoint, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(loop.run(atMost: 5_000) { late != nil })
        let silent = Line(loop, port.endpoint, "")
        let trickles = Line(loop, port.endpoint, "GET / HTTP/1.1\r\nX: ")
        func trickle() {
            guard !trickles.isClosed else { return }
            trickles.transport.send([0x79])
            loop.schedule(after: 100) { trickle() }
        }
        loop.schedule(after: 100) { trickle() }
        let start = loop.now
        #expect(loop.run(atMost: 5_000) { silent.isClosed && trickles.isClosed })
        #expect(loop.now.since(start) > 800)
        #expect(!waits.isClosed)
        late?(HTTPResponse(body: Array("[1]".utf8)))
        #expect(loop.run(atMost: 500) { waits.text.hasSuffix("[1]") })
        port.close()
    }

    /// Connections that bring nothing give way to one that does.
    @Test func nobodyOccupiesThePort() throws {
        let loop = EventLoop()
        let port = try HTTPPort(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0), connectionLimit: 4) {
            $1(HTTPResponse(body: Array("[1]".utf8)))
        }
        let idle = (0..<40).map { _ in Line(loop, port.endpoint, "GET / HTTP/1.1\r\nHost: a\r\nX: ") }
        #expect(loop.run(atMost: 5_000) { idle.count { $0.isClosed } >= 36 })
        let asks = Line(loop, port.endpoint, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(loop.run(atMost: 5_000) { asks.text.hasSuffix("[1]") })
        port.close()
    }

    /// All of them were there before the first was looked at.
    @Test func nobodyOccupiesThePortAtOnce() throws {
        let loop = EventLoop()
        let port = try HTTPPort(loop: loop, endpoint: .unix(path: path), connectionLimit: 4) {
            $1(HTTPResponse(body: Array("[1]".utf8)))
        }
        let crowd = (0..<100).map { _ in deafClient("GET /x") }
        let asks = Line(loop, port.endpoint, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(loop.run(atMost: 5_000) { asks.text.hasSuffix("[1]") })
        port.close()
        for descriptor in crowd { close(descriptor) }
    }

    @Test func whoGoesAwayWhileTheAnswerIsAwaited() throws {
        let loop = EventLoop()
        var answers: [(HTTPResponse) -> Void] = []
        let port = try HTTPPort(loop: loop, endpoint: .unix(path: path)) { answers.append($1) }
        let gone = Line(loop, port.endpoint, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let stays = Line(loop, port.endpoint, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(loop.run(atMost: 5_000) { answers.count == 2 })
        gone.transport.close()
        loop.run(atMost: 20) { false }
        answers[0](HTTPResponse())
        loop.run(atMost: 20) { false }
        port.close()
        // Too late, and without effect.
        answers[1](HTTPResponse())
        #expect(loop.run(atMost: 5_000) { stays.isClosed && gone.isClosed })
    }

    @Test func aPortInUseIsNamed() throws {
        let loop = EventLoop()
        let port = try HTTPPort(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0)) { $1(HTTPResponse()) }
        #expect(throws: HTTPPortError.listen(.inUse(port.endpoint))) {
            _ = try HTTPPort(loop: loop, endpoint: port.endpoint) { $1(HTTPResponse()) }
        }
        port.close()
    }
}
