import EventLoop
import IMModel
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines

/// Time-outs, tries, cancels: a scripted source on a clock that moves by hand.
struct HTTPExchangeTests {
    private let clock = ManualClock()
    private let fetcher = ScriptedFetcher()

    private final class Answers { var all: [Result<MessagePage, ProviderError>] = [] }
    private let answers = Answers()

    private func provider() -> HTTPMessageProvider {
        let fetcher = fetcher
        return HTTPMessageProvider(HTTPFixture.configuration(base: "http://h"), scheduler: clock) { _ in fetcher }
    }

    private func ask(_ provider: HTTPMessageProvider, anchor: Message? = nil, _ direction: PageDirection = .older) {
        let answers = answers
        provider.messages(in: HTTPFixture.session, anchor: anchor, direction: direction, limit: 3) {
            answers.all.append($0)
        }
    }

    @Test func temporaryFailuresAreTriedAgainWithGrowingDelays() {
        let provider = provider()
        ask(provider)
        fetcher.answer(503)
        #expect(fetcher.requests.count == 1)
        clock.advance(by: 399)
        #expect(fetcher.requests.count == 1)
        clock.advance(by: 1)
        #expect(fetcher.requests.count == 2)
        fetcher.answer(.failure(.unreachable("no")))
        clock.advance(by: 799)
        #expect(fetcher.requests.count == 2)
        clock.advance(by: 1)
        #expect(fetcher.requests.count == 3)
        fetcher.answer(200, HTTPFixture.items(1..<3, more: false))
        #expect(answers.all.count == 1)
        #expect((try? answers.all.first?.get())?.messages.count == 2)
        #expect(provider.lastError == nil)
        #expect(clock.pendingCount == 0)
    }

    @Test func triesEnd() {
        let provider = provider()
        ask(provider)
        for _ in 0..<3 {
            fetcher.answer(500, #"{"meta":{"code":500,"message":"tired"}}"#)
            clock.advance(by: 1_000)
        }
        #expect(fetcher.requests.count == 3)
        #expect(answers.all == [.failure(.failed("the server answered 500: tired"))])
        #expect(provider.lastError == .status(500, "tired"))
        #expect(provider.runningCount == 0)
    }

    @Test func silenceEndsByTheClockAndTheCallIsLetGo() {
        let provider = provider()
        ask(provider)
        clock.advance(by: 3_999)
        #expect(fetcher.isWaiting)
        clock.advance(by: 1)
        #expect(!fetcher.isWaiting)
        clock.advance(by: 20_000)
        #expect(fetcher.requests.count == 3)
        #expect(fetcher.releasedCount == 3)
        #expect(answers.all == [.failure(.timedOut)])
    }

    @Test func allTriesFitIntoTheListsPatience() {
        let provider = provider()
        let start = clock.now
        ask(provider)
        while answers.all.isEmpty, clock.advanceToNext() {}
        #expect(clock.now.since(start) < SessionDataManager.requestTimeout)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 501])
    func lastingFailuresAreNotTriedAgain(_ status: Int) {
        let provider = provider()
        ask(provider)
        fetcher.answer(status, "<html>")
        clock.advance(by: 60_000)
        #expect(fetcher.requests.count == 1)
        #expect(provider.lastError == .status(status, ""))
        #expect(answers.all.count == 1)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func redirectsAreRefused(_ status: Int) {
        let provider = provider()
        ask(provider)
        fetcher.answer(status)
        #expect(fetcher.requests.count == 1)
        #expect(provider.lastError == .redirected(status))
    }

    @Test func aCancelEndsATryAndAWait() {
        let provider = provider()
        ask(provider)
        provider.cancel(SessionID(account: "a", kind: .peer, target: "other"))
        #expect(answers.all.isEmpty)
        provider.cancel(HTTPFixture.session)
        #expect(answers.all == [.failure(.cancelled)])
        #expect(!fetcher.isWaiting)
        ask(provider)
        fetcher.answer(503)
        provider.cancelAll()
        clock.advance(by: 60_000)
        #expect(answers.all == [.failure(.cancelled), .failure(.cancelled)])
        #expect(fetcher.requests.count == 2)
        #expect(clock.pendingCount == 0)
    }

    @Test func lettingGoCancels() {
        var provider: HTTPMessageProvider? = provider()
        if let provider { ask(provider) }
        provider = nil
        #expect(answers.all == [.failure(.cancelled)])
        #expect(fetcher.releasedCount == 1)
        #expect(clock.pendingCount == 0)
    }

    @Test func aMissingProgramIsToldAtOnce() {
        fetcher.refusal = .missingProgram("curl")
        let provider = provider()
        ask(provider)
        #expect(
            answers.all == [
                .failure(.failed("the program curl is missing: install the package curl to read this history"))
            ])
    }

    @Test(arguments: ["", "nonsense", "[1,2", "{\"items\":7}", "[]", "{\"items\":[}"])
    func answersThatAreNoPageAreErrors(_ body: String) {
        let provider = provider()
        ask(provider)
        fetcher.answer(200, body)
        #expect(answers.all.count == 1)
        #expect([.malformed, .unexpectedShape].contains(provider.lastError))
        #expect(fetcher.requests.count == 1)
    }

    @Test func theUrlTellsTheAnchorEncoded() {
        let provider = provider()
        ask(provider, anchor: HTTPFixture.message("x", anchor: "7&n=9"))
        #expect(fetcher.requests.last?.url == "http://h/h?of=bob%20%26%20co&n=3&before=7%26n%3D9")
        ask(provider)
        #expect(fetcher.requests.last?.url == "http://h/h?of=bob%20%26%20co&n=3")
    }

    @Test func whatTheSourceCannotTellIsSaid() {
        let provider = provider()
        ask(provider, anchor: HTTPFixture.message("live"))
        ask(provider, anchor: HTTPFixture.message("x", anchor: "1"), .around)
        ask(provider, .newer)
        provider.configuration.older = nil
        ask(provider, anchor: HTTPFixture.message("x", anchor: "1"))
        #expect(
            answers.all == [
                .failure(.unknownAnchor), .failure(.unknownAnchor), .failure(.unknownAnchor),
                .success(MessagePage(messages: [], isLast: true)),
            ])
        #expect(fetcher.requests.isEmpty)
    }
}
