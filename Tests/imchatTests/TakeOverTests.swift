import EventLoop
import HeadlessCommands
import TestSupport
import Testing

@testable import imchat

/// Never two that write: the account is ours only once the other one's lock is free.
@Suite struct TakeOverTests {
    private struct Place {
        let folder = TemporaryFolder()
        let loop = EventLoop()
        let source: AccountSource

        init() throws {
            let locations = DataLocations(data: folder.path, state: folder.path, runtime: folder.path, isChosen: true)
            source = .embedded(name: "alice", ServerStarter(locations: locations, loop: loop))
        }

        func listen(_ answer: @escaping (ControlRequest) -> ControlAnswer?) throws -> Listener {
            let path = source.locations.controlSocket(of: source.folder)
            return try loop.listen(on: .unix(path: path)) { transport, _ in
                transport.onEvent = { event in
                    guard case .received(let bytes) = event,
                        let request = ControlRequest(line: Array(bytes.dropLast())), let said = answer(request)
                    else { return }
                    transport.send(said.line)
                    transport.close()
                }
            }
        }
    }

    @Test func aClientThatEndsGivesItsLock() throws {
        let place = try Place()
        let held = try #require(try place.source.lock())
        #expect(try place.source.lock() == nil)
        let listener = try place.listen { request in
            #expect(request == .end)
            place.loop.schedule(after: 80) { held.release() }
            return ControlAnswer(ok: true)
        }
        let taken = try TakeOver.run(place.source, place.loop, patience: 3_000)
        #expect(try place.source.lock() == nil)
        taken.release()
        listener.close()
    }

    @Test func aClientThatGoesOnKeepsIt() throws {
        let place = try Place()
        let held = try #require(try place.source.lock())
        let listener = try place.listen { _ in ControlAnswer(ok: false, reason: "an editor is open") }
        #expect(throws: TakeOver.Refusal.goesOn("an editor is open")) {
            try TakeOver.run(place.source, place.loop, patience: 3_000)
        }
        listener.close()
        held.release()
    }

    @Test(arguments: [true, false]) func oneThatSaysNothingKeepsIt(_ listens: Bool) throws {
        let place = try Place()
        let held = try #require(try place.source.lock())
        let listener = listens ? try place.listen { _ in nil } : nil
        #expect(throws: TakeOver.Refusal.silent) { try TakeOver.run(place.source, place.loop, patience: 200) }
        listener?.close()
        held.release()
    }

    @Test func theOptionsExcludeEachOther() throws {
        var expected = ChatOptions()
        expected.held = .takeOver
        #expect(try Invocation.parse(["--take-over"]) == .chat(expected))
        #expect(throws: UsageError.conflict("--read-only", "--take-over")) {
            try Invocation.parse(["--take-over", "--read-only"])
        }
        #expect(throws: UsageError.badValue(option: "--read-only", value: "x", expected: "no value")) {
            try Invocation.parse(["--read-only=x"])
        }
    }
}
