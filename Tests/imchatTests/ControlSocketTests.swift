import ChatEngines
import EventLoop
import HeadlessCommands
import IMModel
import TestSupport
import Testing

@testable import imchat

/// The socket of a client whose server never answers: messages wait until a test says how they ended.
@Suite struct ControlSocketTests {
    private final class Place {
        let folder = TemporaryFolder()
        let loop = EventLoop()
        let engine: GoBelieveEngine
        private(set) var socket: ControlSocket?
        var waiting: [Message] = []
        var path: String { folder.file("control") }

        init() throws {
            engine = GoBelieveEngine(
                configuration: GoBelieveConfiguration(
                    account: "a", uid: 1, name: "a", endpoint: .unix(path: folder.file("nobody")), token: "t",
                    storePath: folder.file("m.sqlite")), loop: loop)
            let engine = engine
            engine.onEvent = { [weak self] event in
                if case .inserted(let messages) = event { self?.waiting += messages }
            }
            var isStarted = false
            engine.start { _ in isStarted = true }
            #expect(loop.run(atMost: 3_000) { isStarted })
            socket = ControlSocket(path: path, loop: loop, userID: ProcessEnvironment.userID) { engine }
        }

        func ask(_ request: ControlRequest, _ completion: @escaping (HandOver.Outcome) -> Void) -> HandOver {
            HandOver(request, socket: path, connector: loop, completion: completion)
        }

        /// The server has acknowledged a message, or it failed.
        func settle(_ text: String, _ state: DeliveryState) {
            for var message in waiting {
                guard case .text(let content) = message.content, content.text == text else { continue }
                message.state = state
                socket?.changed([message])
            }
        }

        func run(_ condition: () -> Bool) -> Bool { loop.run(atMost: 3_000, until: condition) }
    }

    @Test func twoCallersAtOnceGetEachTheirOwnAnswer() throws {
        let place = try Place()
        var (first, second): (HandOver.Outcome?, HandOver.Outcome?)
        let one = place.ask(ControlRequest(address: "peer:5", text: "one", originID: "1")) { first = $0 }
        #expect(place.run { place.waiting.count == 1 })
        let two = place.ask(ControlRequest(address: "peer:6", text: "two", originID: "2")) { second = $0 }
        #expect(place.run { place.waiting.count == 2 })
        place.settle("two", .failed(.blacklisted))
        #expect(place.run { second != nil })
        #expect(first == nil)
        place.settle("one", .sent)
        #expect(place.run { first != nil })
        #expect(first == .answered(ControlAnswer(ok: true)))
        #expect(second == .answered(ControlAnswer(ok: false, reason: HeadlessFailure.words(.blacklisted))))
        withExtendedLifetime((one, two)) {}
    }

    @Test func whereNobodyIsNoSessionIsLeft() throws {
        let place = try Place()
        let engine = place.engine
        place.socket?.onRefused = { engine.discard($0) }
        func send(_ text: String, to address: String, _ end: DeliveryState?) throws {
            var outcome: HandOver.Outcome?
            let count = place.waiting.count
            let request = place.ask(ControlRequest(address: address, text: text, originID: text)) { outcome = $0 }
            if let end {
                #expect(place.run { place.waiting.count > count })
                place.settle(text, end)
            }
            #expect(place.run { outcome != nil })
            withExtendedLifetime(request) {}
        }
        var sessions: [String] { engine.sessions.map(\.id.address).sorted() }
        for failure in [SendFailure.noSuchGroup, .notMember, .blacklisted, .rejected(status: 99)] {
            try send("x \(failure)", to: "group:999", .failed(failure))
            #expect(place.run { sessions.isEmpty }, "\(failure)")
        }
        // What does not even get as far.
        try send(String(repeating: "x", count: 40_000), to: "peer:5", nil)
        try send("x", to: "group:nobody knows it", nil)
        #expect(sessions.isEmpty)
        // What may still arrive, and what was there before.
        try send("later", to: "group:7", .failed(.timedOut))
        try send("here", to: "peer:6", .sent)
        try send("no more", to: "peer:6", .failed(.blacklisted))
        place.loop.run(atMost: 50) { false }
        #expect(sessions == ["group:7", "peer:6"])
    }

    @Test func garbageIsAnsweredAndHurtsNobody() throws {
        let place = try Place()
        for garbage in ["\n", "{}\n", "null\n", "{\"address\":\n", String(repeating: "x", count: 2 << 20)] {
            var heard: [UInt8] = []
            var isClosed = false
            let transport = place.loop.connect(to: .unix(path: place.path))
            transport.onEvent = { event in
                switch event {
                case .connected: transport.send(Array(garbage.utf8))
                case .received(let bytes): heard += bytes
                case .closed: isClosed = true
                default: break
                }
            }
            #expect(place.run { isClosed })
            #expect(ControlAnswer(line: Array(heard.dropLast()))?.ok == false)
        }
        var answer: HandOver.Outcome?
        let request = place.ask(ControlRequest(address: "nonsense:9", text: "x")) { answer = $0 }
        #expect(place.run { answer != nil })
        guard case .answered(let said)? = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
        #expect(!said.ok && said.reason != nil)
        withExtendedLifetime(request) {}
    }

    @Test func aSlowCallerHoldsNobodyUp() throws {
        let place = try Place()
        let slow = place.loop.connect(to: .unix(path: place.path))
        var isConnected = false
        var heard: [UInt8] = []
        slow.onEvent = { event in
            if case .connected = event { isConnected = true }
            if case .received(let bytes) = event { heard += bytes }
        }
        #expect(place.run { isConnected })
        let line = ControlRequest(address: "peer:5", text: "slow").line
        slow.send(Array(line[..<10]))
        var answer: HandOver.Outcome?
        let quick = place.ask(ControlRequest(address: "peer:5", text: "quick")) { answer = $0 }
        #expect(place.run { place.waiting.count == 1 })
        place.settle("quick", .sent)
        #expect(place.run { answer == .answered(ControlAnswer(ok: true)) })
        slow.send(Array(line[10...]))
        #expect(place.run { place.waiting.count == 2 })
        place.settle("slow", .sent)
        #expect(place.run { !heard.isEmpty })
        #expect(ControlAnswer(line: Array(heard.dropLast()))?.ok == true)
        withExtendedLifetime(quick) {}
    }

    /// The same id with another text is no repeat, and neither is sent.
    @Test func anIDIsForOneText() throws {
        let place = try Place()
        var answers: [HandOver.Outcome?] = [nil, nil, nil, nil]
        func ask(_ index: Int, _ text: String, to address: String = "peer:5") -> HandOver {
            place.ask(ControlRequest(address: address, text: text, originID: "id-1")) { answers[index] = $0 }
        }
        let first = ask(0, "one")
        #expect(place.run { place.waiting.count == 1 })
        let other = ask(1, "two")
        #expect(place.run { answers[1] != nil })
        let reason = "not sent: another text was sent under the id id-1"
        #expect(answers[1] == .answered(ControlAnswer(ok: false, reason: reason)))
        let again = ask(2, "one")
        place.loop.run(atMost: 50) { false }
        #expect(answers[0] == nil && answers[2] == nil && place.waiting.count == 1)
        // Also when it has failed: another text must not bring the first one out.
        place.settle("one", .failed(.blacklisted))
        #expect(place.run { answers[0] != nil && answers[2] != nil })
        let elsewhere = ask(3, "two", to: "peer:6")
        #expect(place.run { place.waiting.count == 2 }, "ids are a session's own")
        place.settle("two", .sent)
        #expect(place.run { answers[3] == .answered(ControlAnswer(ok: true)) })
        withExtendedLifetime((first, other, again, elsewhere)) {}
    }

    @Test func theMessageOfACallerThatLeavesGoesOutAllTheSame() throws {
        let place = try Place()
        let transport = place.loop.connect(to: .unix(path: place.path))
        transport.onEvent = { event in
            guard case .connected = event else { return }
            transport.send(ControlRequest(address: "peer:5", text: "gone").line)
        }
        #expect(place.run { place.waiting.count == 1 })
        transport.close()
        place.loop.run(atMost: 20) { false }
        place.settle("gone", .sent)
        // And the next caller is served.
        var answer: HandOver.Outcome?
        let next = place.ask(ControlRequest(address: "peer:5", text: "next")) { answer = $0 }
        #expect(place.run { place.waiting.count == 2 })
        place.settle("next", .sent)
        #expect(place.run { answer == .answered(ControlAnswer(ok: true)) })
        withExtendedLifetime(next) {}
    }

    @Test func anotherClientMayAskForTheAccount() throws {
        let place = try Place()
        var answers: [HandOver.Outcome] = []
        var asked = 0
        place.socket?.onEnd = {
            asked += 1
            return asked == 1 ? "busy" : nil
        }
        // Who has left meanwhile asks for nothing.
        let gone = place.loop.connect(to: .unix(path: place.path))
        gone.onEvent = { event in
            guard case .connected = event else { return }
            gone.send(ControlRequest.end.line)
            gone.close()
        }
        place.loop.run(atMost: 100) { asked > 0 }
        #expect(asked == 0)
        for number in 1...2 {
            let request = place.ask(.end) { answers.append($0) }
            #expect(place.run { answers.count == number })
            withExtendedLifetime(request) {}
        }
        #expect(
            answers == [
                .answered(ControlAnswer(ok: false, reason: "busy")), .answered(ControlAnswer(ok: true)),
            ])
    }
}
