import IMWire
import Testing

@Suite struct TranscriptTests {
    /// Scenarios whose frame is wrong on purpose, with the documented error.
    static let faults: [String: WireError] = [
        "negative-length/13": .negativeLength(command: 13, length: -1),
        "im-len-32768/4": .bodyTooLarge(command: 4, length: 32768, limit: 32767),
        "im-short-body/4": .shortBody(.im, expected: 24, actual: 5),
        "ping-with-body/13": .unexpectedBody(.ping, actual: 2),
        "unknown-cmd-99/99": .unknownCommand(99),
        "v1srv-unknown-cmd/99": .unknownCommand(99),
        "illegal-cmd-21/21": .commandNotAllowed(.system, .fromClient),
        "auth-min-3-bytes/15": .shortBody(.authToken, expected: 4, actual: 3),
        "legacy-inputing-10/10": .commandNotAllowed(.inputing, .fromClient),
    ]

    static func decoder(_ row: Transcript) -> FrameDecoder {
        FrameDecoder(
            direction: row.direction == "C->S" ? .fromClient : .fromServer,
            dialect: row.server == "2016" ? .server2016 : .today)
    }

    @Test func everyValidFrameDecodesToItsFieldsAndEncodesToItsBytes() throws {
        var valid = 0
        var faulty = 0
        for row in try Transcript.load() {
            let name = "\(row.scenario) #\(row.order)"
            var decoder = Self.decoder(row)
            decoder.append(row.bytes)
            if let fault = Self.faults["\(row.scenario)/\(row.number("cmd") ?? 0)"] {
                faulty += 1
                #expect(throws: fault, "\(name)") { try decoder.next() }
                continue
            }
            let frame: Frame
            do {
                frame = try #require(try decoder.next(), "\(name)")
            } catch {
                Issue.record("\(name): \(error)")
                continue
            }
            valid += 1
            #expect(try decoder.next() == nil)
            #expect(decoder.bufferedBytes == 0)
            Self.compare(frame, row, name)
            // The server of 2016 appends an address to this one answer; nobody reads it.
            if row.fields["ip"] == nil { #expect(try frame.encoded() == row.bytes, "\(name)") }
        }
        #expect(valid > 700)
        #expect(faulty == 9)
    }

    static func compare(_ frame: Frame, _ row: Transcript, _ name: String) {
        #expect(row.number("seq") == Int64(frame.seq), "\(name)")
        #expect(row.number("cmd") == Int64(frame.body.command.rawValue), "\(name)")
        #expect(row.number("version") == Int64(frame.version), "\(name)")
        #expect(row.number("flag") == Int64(frame.flags.rawValue), "\(name)")
        #expect(row.number("reserved") == Int64(frame.reserved), "\(name)")
        var numbers: [String: Int64] = [:]
        var texts: [String: String] = [:]
        switch frame.body {
        case .authToken(let platform, let token, let deviceID):
            numbers = ["platform": Int64(platform)]
            texts = ["token": token, "device_id": deviceID]
        case .authStatus(let status): numbers = ["status": Int64(status)]
        case .im(let message), .groupIM(let message):
            numbers = ["sender": message.sender, "receiver": message.receiver, "msgid": Int64(message.msgid)]
            if frame.version >= 1 { numbers["timestamp"] = Int64(message.timestamp) }
            texts = ["content": message.content.string]
        case .ack(let seq, let status):
            numbers = ["ack_seq": Int64(seq)]
            if frame.version >= 2 { numbers["status"] = Int64(status) }
        case .groupNotification(let text), .system(let text), .notification(let text): texts = ["text": text.string]
        case .ping, .pong: break
        case .rt(let message), .roomIM(let message):
            numbers = ["sender": message.sender, "receiver": message.receiver]
            texts = ["content": message.content.string]
        case .enterRoom(let room), .leaveRoom(let room): numbers = ["room_id": room]
        case .unreadCount(let count): numbers = ["count": Int64(count)]
        case .sync(let key), .syncBegin(let key), .syncEnd(let key), .syncNotify(let key), .syncKey(let key):
            numbers = ["sync_key": key]
        case .syncGroup(let group, let key), .syncGroupBegin(let group, let key), .syncGroupEnd(let group, let key),
            .syncGroupNotify(let group, let key), .groupSyncKey(let group, let key):
            numbers = ["group_id": group, "sync_key": key]
        case .metadata(let key, let previous): numbers = ["sync_key": key, "prev_sync_key": previous]
        case .customerV2(let message):
            numbers = [
                "sender_appid": message.senderAppID, "sender": message.sender, "receiver_appid": message.receiverAppID,
                "receiver": message.receiver, "timestamp": Int64(message.timestamp),
            ]
            texts = ["content": message.content.string]
        case .customer, .customerSupport, .inputing, .loginPoint, .voipControl, .legacy: break
        }
        for (key, value) in numbers { #expect(row.number(key) == value, "\(name) \(key)") }
        for (key, value) in texts {
            let expected = row.text(key) ?? ""
            let cut = expected.hasSuffix("...")
            #expect(cut ? value.hasPrefix(expected.dropLast(3)) : value == expected, "\(name) \(key)")
        }
    }

    @Test func aStreamCutAnywhereGivesTheSameFrames() throws {
        let rows = try Transcript.load().filter {
            $0.server == "2022" && $0.direction == "S->C" && $0.bytes.count < 200
        }.prefix(60)
        let stream = rows.flatMap(\.bytes)
        var whole = FrameDecoder(direction: .fromServer)
        whole.append(stream)
        var expected: [Frame] = []
        while let frame = try whole.next() { expected.append(frame) }
        #expect(expected.count == rows.count)
        for cut in 0...stream.count {
            var decoder = FrameDecoder(direction: .fromServer)
            var frames: [Frame] = []
            for part in [stream[..<cut], stream[cut...]] {
                decoder.append(part)
                while let frame = try decoder.next() { frames.append(frame) }
            }
            #expect(frames == expected, "cut at \(cut)")
        }
        var byByte = FrameDecoder(direction: .fromServer)
        var frames: [Frame] = []
        for byte in stream {
            byByte.append(CollectionOfOne(byte))
            while let frame = try byByte.next() { frames.append(frame) }
        }
        #expect(frames == expected)
    }
}
