import IMModel
import IMServer
import IMWire
import TestSupport
import Testing

@Suite struct DemoResidentsTests {
    let fixture: ServerFixture
    let residents: DemoResidents

    init() throws {
        fixture = try ServerFixture()
        residents = DemoResidents(core: fixture.core)
        fixture.settle()
    }

    private func texts(_ bodies: [FrameBody]) -> [(Int64, String)] {
        bodies.compactMap { body in
            let (sender, content): (Int64, WireText)
            switch body {
            case .im(let message), .groupIM(let message): (sender, content) = (message.sender, message.content)
            case .customerV2(let message): (sender, content) = (message.sender, message.content)
            default: return nil
            }
            if case .text(let text) = ContentCodec.decode(content).content { return (sender, text.text) }
            return nil
        }
    }

    @Test func aNewUserIsShownAroundOnce() throws {
        let one = try fixture.logIn(1)
        one.send(.sync(0))
        let bodies = one.take()
        let said = texts(bodies)
        #expect(said.filter { $0.0 == DemoResidents.guide }.count == DemoTexts().guide.count)
        #expect(said.filter { $0.0 == DemoResidents.echo }.count == 1)
        for uid in DemoResidents.crew { #expect(said.filter { $0.0 == uid }.count == 1) }
        #expect(said.filter { $0.0 == DemoResidents.support }.count == 1)
        // The client opens on the session that was last active.
        #expect(said.last?.0 == DemoResidents.guide)
        let times: [Int64: Int32] = bodies.reduce(into: [:]) { times, body in
            switch body {
            case .im(let message), .groupIM(let message): times[message.sender] = message.timestamp
            case .customerV2(let message): times[message.sender] = message.timestamp
            default: break
            }
        }
        #expect(times.filter { $0.value == times.values.max() }.map(\.key) == [DemoResidents.guide])
        #expect(bodies.contains { $0.command == .groupNotification })
        _ = try fixture.core.grant(uid: 1, name: "user1")
        fixture.settle()
        fixture.clock.advance(by: 300_000)
        #expect(one.take().isEmpty)
    }

    @Test func theEchoAnswersWithTheSameTextOnce() throws {
        let one = try fixture.logIn(1)
        one.say(#"{"text":"你好 👋","uuid":"u1"}"#, from: 1, to: DemoResidents.echo)
        let bodies = one.take()
        #expect(bodies.map(\.command) == [.metadata, .ack, .metadata, .im, .syncNotify])
        guard case .im(let answer) = bodies[3] else { return }
        let decoded = ContentCodec.decode(answer.content)
        #expect(decoded.content == .text(TextContent("你好 👋")))
        #expect(decoded.envelope.uuid != "u1")
        #expect(decoded.envelope.uuid?.count == 36)
        one.say(#"{"readed":{"msgid":"x"}}"#, from: 1, to: DemoResidents.echo)
        #expect(one.take().map(\.command) == [.metadata, .ack])
    }

    @Test func oneOfTheCrewAnswersAndOnlyWhenSpokenTo() throws {
        let one = try fixture.logIn(1)
        for text in ["a", "ab", "abc", "abcd"] {
            one.sayInGroup(text, from: 1, to: DemoResidents.group)
            let said = texts(one.take())
            #expect(said.count == 1)
            #expect(said.first.map { DemoResidents.crew.contains($0.0) } == true)
        }
        one.sayInGroup(#"{"text":"hi","at":[22],"at_name":["Jonas"]}"#, from: 1, to: DemoResidents.group)
        #expect(texts(one.take()).map(\.0) == [22])
        fixture.clock.advance(by: 300_000)
        #expect(texts(one.take()).isEmpty)
    }

    @Test func theDeskAnswersAcrossApplications() throws {
        let one = try fixture.logIn(1)
        one.send(
            .customerV2(
                FrameBody.CustomerMessage(
                    senderAppID: 7, sender: 1, receiverAppID: 1453, receiver: DemoResidents.support,
                    content: #"{"text":"help","store_id":"5","session_id":"s"}"#)))
        let bodies = one.take()
        #expect(bodies.map(\.command) == [.metadata, .ack, .metadata, .customerV2, .syncNotify])
        guard case .customerV2(let answer) = bodies[3] else { return }
        #expect(answer.senderAppID == 1453)
        let envelope = ContentCodec.decode(answer.content).envelope
        #expect(envelope.storeID == "5")
        #expect(envelope.sessionID == "s")
    }

    @Test func aResidentCannotBeTakenOver() {
        #expect(throws: DirectoryRefusal.badID) { try fixture.core.grant(uid: DemoResidents.echo, name: "me") }
        #expect(throws: DirectoryRefusal.badID) { try fixture.core.grant(uid: nil, name: "echo") }
    }
}
