import EventLoop
import Foundation
import IMModel
import MessageFlow
import Testing

@testable import ChatEngines

/// The whole way: the curl program against a server on the loopback.
struct HTTPMessageProviderTests {
    private let loop = EventLoop()

    private func page(
        _ provider: HTTPMessageProvider, anchor: Message? = nil, _ direction: PageDirection = .older, limit: Int = 3
    ) -> Result<MessagePage, ProviderError>? {
        var answer: Result<MessagePage, ProviderError>?
        provider.messages(in: HTTPFixture.session, anchor: anchor, direction: direction, limit: limit) { answer = $0 }
        loop.run(atMost: 8_000) { answer != nil }
        return answer
    }

    private func make(
        _ change: (inout HTTPProviderConfiguration) -> Void = { _ in }
    ) throws -> (HTTPMessageProvider, LoopbackHTTPServer) {
        let server = try LoopbackHTTPServer(loop)
        var configuration = HTTPFixture.configuration(base: server.base)
        configuration.attempts = 1
        change(&configuration)
        return (HTTPMessageProvider(configuration, loop: loop), server)
    }

    @Test func pagesGoOnByTheAnchor() throws {
        let (provider, server) = try make { $0.headers = [.init("X-Token", #"se"cr\et"#), .init("X-Empty", "")] }
        server.reply = {
            $0.contains("before=4")
                ? .json(HTTPFixture.items(1..<4, more: false)) : .json(HTTPFixture.items(4..<7, more: true))
        }
        let last = try #require(try page(provider)?.get())
        #expect(HTTPFixture.texts(last) == ["m4", "m5", "m6"])
        #expect(!last.isLast)
        #expect(last.messages.map(\.isOutgoing) == [true, false, true])
        #expect(last.messages.first?.timestamp == 1_004_000)
        let first = try #require(try page(provider, anchor: last.messages.first)?.get())
        #expect(HTTPFixture.texts(first) == ["m1", "m2", "m3"])
        #expect(first.isLast)
        #expect(server.targets == ["/h?of=bob%20%26%20co&n=3", "/h?of=bob%20%26%20co&n=3&before=4"])
        #expect(server.requests.first?.contains("X-Token: se\"cr\\et\r\n") == true)
        #expect(server.requests.first?.contains("X-Empty:\r\n") == true)
    }

    @Test func aListReadsItsHistoryOverHTTPWithOverlapsAndEmptyPages() throws {
        let (provider, server) = try make()
        var empties = 0
        server.reply = { target in
            guard let before = target.split(separator: "before=").dropFirst().last.flatMap({ Int($0) }) else {
                return .json(HTTPFixture.items(8..<11, more: true))
            }
            // Pages overlap by one, and one is empty without being the last.
            if before == 6, empties == 0 {
                empties += 1
                return .json(HTTPFixture.items(0..<0, more: true))
            }
            return .json(HTTPFixture.items(max(1, before - 2)..<before + 1, more: before > 3))
        }
        var known: Set<MessageID> = []
        var texts: [String] = []
        var anchor: Message?
        var isLast = false
        var rounds = 0
        while !isLast, rounds < 20 {
            rounds += 1
            let page = try #require(try page(provider, anchor: anchor)?.get())
            let new = page.messages.filter { known.insert($0.id).inserted }
            texts.insert(contentsOf: HTTPFixture.texts(MessagePage(messages: new, isLast: false)), at: 0)
            anchor = page.messages.first ?? anchor
            isLast = page.isLast
        }
        #expect(texts == (1..<11).map { "m\($0)" })
        #expect(empties == 1)
    }

    @Test func silenceEndsByTheTimeOut() throws {
        let (provider, server) = try make { $0.timeout = 150 }
        server.reply = { _ in .silence }
        #expect(page(provider) == .failure(.timedOut))
        #expect(server.targets.count == 1)
    }

    @Test func aClosedPortIsOffline() throws {
        var base = ""
        do { base = try LoopbackHTTPServer(loop).base }
        var configuration = HTTPFixture.configuration(base: base)
        configuration.attempts = 2
        configuration.firstRetryDelay = 10
        #expect(page(HTTPMessageProvider(configuration, loop: loop)) == .failure(.offline))
    }

    @Test func aFailedTryIsRepeated() throws {
        let (provider, server) = try make {
            $0.attempts = 3
            $0.firstRetryDelay = 10
        }
        var count = 0
        server.reply = { _ in
            count += 1
            return count < 3 ? .json("{}", status: 503) : .json(HTTPFixture.items(1..<2, more: false))
        }
        #expect(HTTPFixture.texts(try page(provider)?.get()) == ["m1"])
        #expect(count == 3)
    }

    @Test func redirectsAreNotFollowedWhereverTheyLead() throws {
        for place in ["file:///etc/passwd", "http://127.0.0.1:1/", "/h?other"] {
            let (provider, server) = try make()
            server.reply = { _ in .raw("HTTP/1.1 302 X\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n") }
            guard case .failure(.failed) = page(provider) else { return #expect(Bool(false), "\(place)") }
            #expect(provider.lastError == .redirected(302))
            #expect(server.targets.count == 1)
        }
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "-o/tmp/x", "http://a b",
        "http://a\nurl=file:///etc/passwd",
    ])
    func onlyHTTPIsAsked(_ url: String) throws {
        let (provider, _) = try make { $0.latest = .init(URLTemplate(url)) }
        guard case .failure(.failed) = page(provider) else { return #expect(Bool(false)) }
        #expect(provider.lastError == .badURL(url))
    }

    @Test func headersCannotSmuggle() throws {
        for header in [
            HTTPProviderConfiguration.Header("A\r\nB", "c"), .init("A", "b\r\nc: d"), .init("@/etc/passwd", "x"),
            .init("", "x"),
        ] {
            let (provider, _) = try make { $0.headers = [header] }
            guard case .failure = page(provider) else { return #expect(Bool(false)) }
            #expect(provider.lastError == .badHeader(header.name))
        }
    }

    @Test func hugeAnswersAreRefusedWithAndWithoutALength() throws {
        let (provider, server) = try make { $0.maximumBytes = 10_000 }
        server.reply = { _ in .json(String(repeating: " ", count: 10_001)) }
        _ = page(provider)
        #expect(provider.lastError == .tooLarge(limit: 10_000))
        server.reply = { _ in .raw("HTTP/1.1 200 X\r\n\r\n" + String(repeating: " ", count: 200_000)) }
        _ = page(provider)
        #expect(provider.lastError == .tooLarge(limit: 10_000))
        let body = HTTPFixture.items(1..<2, more: false)
        server.reply = { _ in .json(body + String(repeating: " ", count: 10_000 - body.utf8.count)) }
        #expect(HTTPFixture.texts(try page(provider)?.get()) == ["m1"])
    }

    @Test func brokenAnswersAreNamed() throws {
        let (provider, server) = try make()
        for raw in ["", "garbage\r\n\r\n", "HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nshort"] {
            server.reply = { _ in .raw(raw) }
            guard case .failure = page(provider) else { return #expect(Bool(false), "\(raw)") }
        }
        server.reply = { _ in .json(String(repeating: "[", count: 100_000)) }
        _ = page(provider)
        #expect(provider.lastError == .malformed)
    }

    @Test func aMissingProgramIsNamed() throws {
        let (provider, _) = try make { $0.program = "curl-that-nobody-has" }
        _ = page(provider)
        #expect(provider.lastError == .missingProgram("curl-that-nobody-has"))
    }

    @Test func aCancelEndsTheProgram() throws {
        let (provider, server) = try make {
            $0.timeout = 60_000
            $0.headers = [.init("Authorization", "Bearer s3cr3t-of-the-test")]
        }
        server.reply = { _ in .silence }
        var answer: Result<MessagePage, ProviderError>?
        provider.messages(in: HTTPFixture.session, anchor: nil, direction: .older, limit: 3) { answer = $0 }
        loop.run(atMost: 5_000) { !server.requests.isEmpty }
        #expect(answer == nil)
        #expect(server.requests.first?.contains("s3cr3t-of-the-test") == true)
        // Everybody can read argument lists; there is no secret in any.
        for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            #expect(!String(decoding: words, as: UTF8.self).contains("s3cr3t-of-the-test"))
        }
        provider.cancelAll()
        #expect(answer == .failure(.cancelled))
        #expect(provider.runningCount == 0)
    }

    @Test func twoSessionsWithDifferentSourcesDoNotSeeEachOther() throws {
        let (first, firstServer) = try make()
        let (second, secondServer) = try make()
        firstServer.reply = { _ in .json(HTTPFixture.items(1..<3, more: false)) }
        secondServer.reply = { _ in .json(HTTPFixture.items(5..<7, more: false)) }
        #expect(HTTPFixture.texts(try page(first)?.get()) == ["m1", "m2"])
        #expect(HTTPFixture.texts(try page(second)?.get()) == ["m5", "m6"])
        #expect(firstServer.requests.count == 1)
        #expect(secondServer.requests.count == 1)
    }
}
