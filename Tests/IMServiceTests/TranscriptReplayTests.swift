import EventLoop
import IMWire
import TestSupport
import Testing

@testable import IMService

/// Every recorded scenario once more, with this client in the place of the recorded one: what the server kept for it is
/// handed over once and in order, and what it sent has the recorded end.
struct TranscriptReplayTests {
    struct Part: CustomTestStringConvertible, Sendable {
        let server: String
        let scenario: String
        let connection: String
        var testDescription: String { "\(server) \(scenario) \(connection)" }
    }

    /// Scenarios with something for a client in them. WebSocket is another transport; what "x" does is wrong on purpose.
    static let parts: [Part] = {
        var seen: Set<String> = []
        return Recording.lines.compactMap { line in
            let part = Part(server: line.server, scenario: line.scenario, connection: line.connection)
            guard !line.scenario.hasPrefix("websocket"), !line.scenario.contains("forged"),
                !line.scenario.hasPrefix("auth-"), Recording.uid(line.connection, line.server) != nil,
                seen.insert(part.testDescription).inserted
            else { return nil }
            return part
        }
    }()

    private static func lines(_ part: Part) -> [Recording.Line] {
        Recording.lines.filter {
            $0.server == part.server && $0.scenario == part.scenario && $0.connection == part.connection
        }
    }

    /// Contents as the store got them, in order.
    private static func stored(_ bench: Bench) -> [[UInt8]] {
        bench.store.batches.flatMap(\.messages).map { message in
            switch message.payload {
            case .peer(let message): message.content.bytes
            case .group(let message): message.content.bytes
            case .groupNotice(let notice): notice.content.bytes
            case .customer(let message), .customerSupport(let message): message.content.bytes
            case .system(let content): content.bytes
            }
        }
    }

    @Test func mostScenariosAreReplayed() {
        #expect(Set(Self.parts.map { $0.server + $0.scenario }).count > 70)
    }

    /// Pushes in and out of sequence, from one node and across two: what a push does not bring, the sync does.
    @Test(arguments: parts.filter { $0.server != "2016" })
    func pushesArriveOnceAndInOrder(part: Part) throws {
        let lines = Self.lines(part).prefix { line in
            if case .sync = line.frame.body { return false }
            if case .syncGroup = line.frame.body { return false }
            return true
        }
        let bench = try login(part, Array(lines))
        var queue: [(key: Int64, frame: Frame)] = []
        var groups: [(key: Int64, frame: Frame)] = []
        var metadata: Int64?
        var sent: [(recorded: Int32, ours: Int32)] = []
        for line in lines {
            guard line.isFromServer else {
                sent += send(line, on: bench)
                continue
            }
            switch line.frame.body {
            case .authStatus: continue
            case .metadata(let key, _): metadata = key
            case .ack(let seq, let status):
                // What is larger than survives a cluster was not sent.
                guard let ours = sent.first(where: { $0.recorded == seq })?.ours else { continue }
                let frame = Frame(
                    seq: line.frame.seq, version: line.frame.version, flags: line.frame.flags,
                    body: .ack(seq: ours, status: status))
                bench.transport.receive(try frame.encoded())
                answer(bench, queue, groups)
                continue
            default:
                guard line.frame.storedContent != nil, let key = metadata else { break }
                if line.frame.flags.contains(.superGroup) {
                    groups.append((key, line.frame))
                } else {
                    queue.append((key, line.frame))
                }
            }
            bench.transport.receive(line.bytes)
            answer(bench, queue, groups)
            #expect(bench.service.state.isOnline)
        }
        let wanted = (queue + groups).compactMap(\.frame.storedContent)
        #expect(Self.stored(bench) == wanted)
        #expect(bench.service.unfinishedSends == sent.count - bench.store.receipts.count)
    }

    /// The answers to the recorded questions.
    @Test(arguments: parts.filter { $0.server != "2016" })
    func answersArriveOnceAndInOrder(part: Part) throws {
        let lines = Self.lines(part)
        for (place, line) in lines.enumerated() where !line.isFromServer {
            let answer = lines[place...].filter(\.isFromServer)
            switch line.frame.body {
            case .sync(let key):
                guard
                    let begin = answer.firstIndex(where: { if case .syncBegin = $0.frame.body { true } else { false } }
                    ),
                    let end = answer.firstIndex(where: { if case .syncEnd = $0.frame.body { true } else { false } })
                else { continue }
                check(part, SyncKeys(personal: key), asks: .sync(key), answer[begin...end])
            case .syncGroup(let group, let key):
                let begins = { (line: Recording.Line) -> Bool in
                    if case .syncGroupBegin = line.frame.body { true } else { false }
                }
                let ends = { (line: Recording.Line) -> Bool in
                    if case .syncGroupEnd = line.frame.body { true } else { false }
                }
                guard let begin = answer.firstIndex(where: begins), let end = answer.firstIndex(where: ends) else {
                    continue
                }
                check(
                    part, SyncKeys(personal: 9_999_999, groups: [group: key]), asks: .syncGroup(group: group, key: key),
                    answer[begin...end])
            default: continue
            }
        }
    }

    private func check(_ part: Part, _ keys: SyncKeys, asks: FrameBody, _ answer: ArraySlice<Recording.Line>) {
        let bench = Bench(uid: Recording.uid(part.connection, part.server) ?? 0, keys: keys) {
            $0.history = .sinceServerKey
            $0.protocolVersion = min(2, answer.first?.frame.version ?? 2)
        }
        #expect(bench.login().contains(asks))
        for line in answer { bench.transport.receive(line.bytes) }
        let frames = answer.map(\.frame)
        #expect(Self.stored(bench) == frames.compactMap(\.storedContent))
        let isMarked = bench.store.batches.flatMap(\.messages).map(\.isFromThisDevice)
        let isSelf = frames.filter { $0.storedContent != nil }.map { $0.flags.contains(.selfSent) }
        #expect(isMarked == isSelf)
        if case .syncEnd(let key)? = answer.last?.frame.body { #expect(bench.service.syncKeys.personal == key) }
    }

    /// What a server of 2016 pushes is handed over in order, and each message is acknowledged by its seq.
    @Test(arguments: parts.filter { $0.server == "2016" })
    func theServerOf2016IsServedInOrder(part: Part) throws {
        let lines = Self.lines(part)
        let bench = try login(part, lines)
        var wanted: [[UInt8]] = []
        var seqs: [Int32] = []
        var acks: [Int32] = []
        var sent: [(recorded: Int32, ours: Int32)] = []
        func takeAcks() {
            for body in bench.frames() { if case .ack(let seq, _) = body { acks.append(seq) } }
        }
        for line in lines {
            guard line.isFromServer else {
                takeAcks()
                sent += send(line, on: bench)
                continue
            }
            var bytes = line.bytes
            switch line.frame.body {
            case .authStatus: continue
            case .ack(let seq, let status):
                let ours = try #require(sent.first { $0.recorded == seq }?.ours, "an ACK for what was sent")
                let frame = Frame(
                    seq: line.frame.seq, version: line.frame.version, body: .ack(seq: ours, status: status))
                bytes = try frame.encoded()
            default:
                if let content = line.frame.storedContent {
                    wanted.append(content)
                    seqs.append(line.frame.seq)
                }
            }
            bench.transport.receive(bytes)
        }
        takeAcks()
        #expect(Self.stored(bench) == wanted)
        #expect(acks == seqs)
        #expect(bench.service.state.isOnline)
    }

    // MARK: The client's side

    /// A client whose keys stand where the scenario begins, logged in and at rest.
    private func login(_ part: Part, _ lines: [Recording.Line]) throws -> Bench {
        var keys = SyncKeys(personal: 0)
        var room: Int64?
        var previous: Int64?
        for line in lines where line.isFromServer {
            if case .metadata(_, let before) = line.frame.body { previous = before }
            if case .roomIM(let message) = line.frame.body { room = room ?? message.receiver }
            guard let before = previous else { continue }
            let isSuper = line.frame.flags.contains(.superGroup)
            switch line.frame.body {
            case .groupIM(let message) where isSuper:
                if keys.groups[message.receiver] == nil { keys.groups[message.receiver] = before }
            case .ack where isSuper: break
            case .im, .groupIM, .customerV2, .ack: if keys.personal == 0 { keys.personal = before }
            default: break
            }
        }
        if keys.personal == 0 { keys.personal = 1 }
        for line in lines where !line.isFromServer {
            if case .roomIM(let message) = line.frame.body { room = room ?? message.receiver }
        }
        let first = lines.first { !$0.isFromServer || $0.frame.body != .authStatus(0) }
        let bench = Bench(uid: try #require(Recording.uid(part.connection, part.server)), keys: keys) {
            $0.appID = part.connection.hasPrefix("k") ? 1_453 : 7
            $0.protocolVersion = min(2, first?.frame.version ?? 2)
            $0.server = part.server == "2016" ? .year2016 : .today
        }
        bench.login()
        answer(bench, [], [])
        bench.reply(.syncBegin(keys.personal), .syncEnd(keys.personal))
        for (group, key) in keys.groups {
            bench.reply(.syncGroupBegin(group: group, key: key), .syncGroupEnd(group: group, key: key))
        }
        if let room { bench.service.enterRoom(room) }
        _ = bench.frames()
        return bench
    }

    /// Answers what the client asks, as the server would, with the messages so far.
    private func answer(_ bench: Bench, _ queue: [(key: Int64, frame: Frame)], _ groups: [(key: Int64, frame: Frame)]) {
        for body in bench.frames() {
            switch body {
            case .sync(let key):
                guard let last = queue.last?.key else { continue }
                bench.reply(.syncBegin(last))
                for entry in queue where entry.key > key { bench.reply(entry.frame.body) }
                bench.reply(.syncEnd(last))
            case .syncGroup(let group, let key):
                guard let last = groups.last?.key else { continue }
                bench.reply(.syncGroupBegin(group: group, key: last))
                for entry in groups where entry.key > key { bench.reply(entry.frame.body) }
                bench.reply(.syncGroupEnd(group: group, key: last))
            default: break
            }
        }
    }

    /// Sends what the recorded client sent; answers the two seqs of a message that wants an ACK.
    private func send(_ line: Recording.Line, on bench: Bench) -> [(recorded: Int32, ours: Int32)] {
        _ = bench.frames()
        let id = Int64(line.frame.seq)
        let service = bench.service
        do {
            switch line.frame.body {
            case .im(let message):
                try service.send(RawContent(message.content), to: .peer(message.receiver), localID: id)
            case .groupIM(let message):
                try service.send(RawContent(message.content), to: .group(message.receiver), localID: id)
            case .customerV2(let message):
                let target = SendTarget.customer(appID: message.receiverAppID, uid: message.receiver)
                try service.send(RawContent(message.content), to: target, localID: id)
            case .roomIM(let message):
                service.enterRoom(message.receiver)
                _ = bench.frames()
                try service.send(RawContent(message.content), to: .room(message.receiver), localID: id)
            default: return []
            }
        } catch {
            // Larger than what survives a cluster: refused before it goes out.
            return []
        }
        let frames = bench.takeFrames()
        guard let frame = frames.last else { return [] }
        return [(line.frame.seq, frame.seq)]
    }
}
