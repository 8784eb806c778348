import IMWire
import TestSupport
import Testing

@Suite struct FrameDecoderTests {
    static let chat = FrameBody.ChatMessage(sender: 1, receiver: -2, timestamp: 3, msgid: 4, content: "你好")
    static let bodies: [FrameBody] = [
        .authToken(platform: 2, token: "t", deviceID: ""), .authStatus(-1), .im(chat), .groupIM(chat),
        .ack(seq: .min, status: 65), .groupNotification("{}"), .ping, .pong,
        .rt(FrameBody.PlainMessage(sender: .max, receiver: .min, content: "")),
        .roomIM(FrameBody.PlainMessage(sender: 1, receiver: 2, content: "x")), .enterRoom(1), .leaveRoom(2),
        .system("s"),
        .notification("n"), .unreadCount(7), .sync(0), .syncBegin(1), .syncEnd(2), .syncNotify(3),
        .syncGroup(group: 1, key: 2), .syncGroupBegin(group: 1, key: 2), .syncGroupEnd(group: 1, key: 2),
        .syncGroupNotify(group: 1, key: 2), .syncKey(4), .groupSyncKey(group: 1, key: 2),
        .metadata(key: 5, previous: 4),
        .customerV2(
            FrameBody.CustomerMessage(
                senderAppID: 1, sender: 2, receiverAppID: 3, receiver: 4, timestamp: 5, content: "c")),
        .customer(
            FrameBody.LegacyCustomerMessage(
                customerAppID: 1, customerID: 2, storeID: 3, sellerID: 4, timestamp: 5, content: "c")),
        .inputing(sender: 1, receiver: 2), .loginPoint(timestamp: 1, platform: 2, deviceID: "d"),
    ]

    @Test func everyBodyComesBackInEveryVersionAndDialect() throws {
        for version in [UInt8(0), 1, 2, 3, 255] {
            for body in Self.bodies {
                let frame = Frame(
                    seq: 9, version: version, flags: FrameFlags(rawValue: 0xFF), reserved: 0x7F, body: body)
                var ways = 0
                for dialect in [FrameDialect.today, .server2016] {
                    for direction in [FrameDirection.fromClient, .fromServer]
                    where body.command.isAllowed(direction, in: dialect) {
                        if body.command == .customerV2, dialect == .server2016 { continue }
                        ways += 1
                        var decoder = FrameDecoder(direction: direction, dialect: dialect)
                        decoder.append(try frame.encoded())
                        let back = try #require(try decoder.next())
                        #expect(back == Self.asCarried(frame))
                    }
                }
                #expect(ways > 0, "\(body)")
            }
        }
    }

    /// What an old version does not carry reads as 0.
    static func asCarried(_ frame: Frame) -> Frame {
        var frame = frame
        switch frame.body {
        case .im(var message) where frame.version == 0:
            message.timestamp = 0
            frame.body = .im(message)
        case .groupIM(var message) where frame.version == 0:
            message.timestamp = 0
            frame.body = .groupIM(message)
        case .ack(let seq, _) where frame.version < 2: frame.body = .ack(seq: seq, status: 0)
        default: break
        }
        return frame
    }

    @Test func theServerOf2016HasOtherCommands() throws {
        let bodies: [FrameBody] = [
            .voipControl(sender: 1, receiver: 2, payload: [0, 1]), .legacy(.heartbeat, []),
            .legacy(.auth, [0, 0, 0, 0, 0, 0, 0, 1]), .inputing(sender: 1, receiver: 2),
        ]
        for body in bodies {
            let frame = Frame(seq: 1, version: 1, body: body)
            var old = FrameDecoder(direction: .fromClient, dialect: .server2016)
            old.append(try frame.encoded())
            #expect(try old.next() == frame)
            var today = FrameDecoder(direction: .fromClient)
            today.append(try frame.encoded())
            #expect(throws: WireError.self) { try today.next() }
        }
    }

    @Test func everyCommandByteHasADefinedAnswer() {
        let fromClient: Set<UInt8> = [4, 5, 8, 13, 14, 15, 17, 18, 19, 20, 22, 24, 25, 26, 30, 34, 35, 37, 64]
        for byte in UInt8.min...UInt8.max {
            var decoder = FrameDecoder(direction: .fromClient)
            decoder.append([0, 0, 0, 0, 0, 0, 0, 1, byte, 2, 0, 0])
            var thrown: WireError?
            do { _ = try decoder.next() } catch { thrown = error }
            if Command(rawValue: byte) == nil {
                #expect(thrown == .unknownCommand(byte))
            } else if case .commandNotAllowed(let command, .fromClient)? = thrown {
                #expect(command.rawValue == byte)
                #expect(!fromClient.contains(byte))
            } else {
                #expect(fromClient.contains(byte), "\(byte)")
            }
        }
    }

    @Test func everyShortBodyNamesWhatIsMissing() throws {
        for body in Self.bodies {
            let whole = try Frame(seq: 1, body: body).encoded()
            let direction: FrameDirection = body.command.isAllowed(.fromServer, in: .today) ? .fromServer : .fromClient
            for length in 0..<whole.count - 12 {
                var bytes = whole.prefix(12 + length)
                bytes[2] = UInt8(length >> 8)
                bytes[3] = UInt8(length & 255)
                var decoder = FrameDecoder(direction: direction)
                decoder.append(bytes)
                do {
                    _ = try decoder.next()
                } catch .shortBody(let command, let expected, let actual) {
                    #expect(command == body.command)
                    #expect(actual == length)
                    #expect(expected > actual)
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
    }

    @Test func afterARecoverableErrorTheNextFrameIsFound() throws {
        var decoder = FrameDecoder(direction: .fromServer)
        let next = Frame(seq: 2, body: .syncNotify(1))
        decoder.append([0, 0, 0, 2, 0, 0, 0, 1, 99, 2, 0, 0, 7, 7])
        decoder.append(try next.encoded())
        #expect(throws: WireError.unknownCommand(99)) { try decoder.next() }
        #expect(try decoder.next() == next)
    }

    @Test func afterALostLengthNothingIsReadAnyMore() throws {
        var decoder = FrameDecoder(direction: .fromServer)
        decoder.append([0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1, 29, 2, 0, 0])
        let error = WireError.bodyTooLarge(command: 29, length: Int(Int32.max), limit: 32_767)
        #expect(throws: error) { try decoder.next() }
        decoder.append(try Frame(seq: 2, body: .pong).encoded())
        #expect(throws: error) { try decoder.next() }
        #expect(decoder.bufferedBytes == 0)
        #expect(!error.isRecoverable)
    }

    @Test func whatIsTooLongIsNotEncoded() throws {
        let room = FrameLimits.maximumBody - 16
        var out: [UInt8] = [1]
        let fits = FrameBody.PlainMessage(
            sender: 1, receiver: 2, content: WireText(String(repeating: "x", count: room)))
        try Frame(seq: 1, body: .rt(fits)).encode(into: &out)
        #expect(out.count == 1 + 12 + FrameLimits.maximumBody)
        let over = FrameBody.PlainMessage(
            sender: 1, receiver: 2, content: WireText(String(repeating: "x", count: room + 1)))
        out = [1]
        #expect(throws: WireError.bodyTooLarge(command: 17, length: 32_768, limit: 32_767)) {
            try Frame(seq: 1, body: .rt(over)).encode(into: &out)
        }
        #expect(out == [1])
        let token = String(repeating: "t", count: 256)
        #expect(throws: WireError.fieldTooLong(.authToken, field: "token", length: 256, limit: 255)) {
            try Frame(seq: 1, body: .authToken(platform: 1, token: token, deviceID: "")).encoded()
        }
        #expect(throws: WireError.notLegacy(.im)) { try Frame(seq: 1, body: .legacy(.im, [])).encoded() }
    }

    /// Valid streams with bytes changed, cut and joined at random: never a trap, and the decoder never holds more than
    /// one frame back.
    @Test func mutatedStreamsNeverTrap() throws {
        var random = SeededRandom(seed: 42)
        let stream = try Self.bodies.flatMap { try Frame(seq: 1, body: $0).encoded() }
        for round in 0..<2_000 {
            var bytes = stream
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            var decoder = FrameDecoder(
                direction: round % 2 == 0 ? .fromServer : .fromClient, dialect: round % 3 == 0 ? .server2016 : .today)
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 1...300, using: &random))
                decoder.append(bytes[start..<end])
                start = end
                while true {
                    do {
                        guard let frame = try decoder.next() else { break }
                        #expect(
                            frame.body.command.isAllowed(
                                round % 2 == 0 ? .fromServer : .fromClient,
                                in: round % 3 == 0 ? .server2016 : .today))
                        if case .im(let message) = frame.body { _ = ContentCodec.decode(message.content) }
                    } catch {
                        if !error.isRecoverable { break }
                    }
                }
                #expect(decoder.bufferedBytes < FrameLimits.headerSize + FrameLimits.maximumBody)
            }
        }
    }
}
