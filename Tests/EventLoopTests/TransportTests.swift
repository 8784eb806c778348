import Glibc
import TestSupport
import Testing

@testable import EventLoop

/// Listeners and transports on loopback.
struct TransportTests {
    static let kinds = ["tcp", "unix"]

    private func endpoint(_ kind: String) -> Endpoint {
        kind == "tcp" ? .tcp(host: "127.0.0.1", port: 0) : .unix(path: TemporarySocket.path())
    }

    @Test(arguments: kinds)
    func aMegabyteComesBackUnchangedUnderBackPressure(kind: String) throws {
        let loop = EventLoop()
        var random = SeededRandom(seed: 7)
        let sent = (0..<1_048_576).map { _ in UInt8.random(in: 0...255, using: &random) }
        var held: [any Transport] = []
        var mostPending = 0
        let listener = try loop.listen(on: endpoint(kind)) { transport, _ in
            held.append(transport)
            transport.onEvent = { [unowned transport] event in
                switch event {
                case .received(let bytes):
                    transport.send(bytes)
                    mostPending = max(mostPending, transport.pendingBytes)
                    if transport.pendingBytes > 100_000 { transport.pauseReading(true) }
                case .drained: transport.pauseReading(false)
                default: break
                }
            }
        }
        let client = loop.connect(to: listener.endpoint)
        let log = EventLog(client)
        var offset = 0
        client.pauseReading(true)
        #expect(loop.run(atMost: 2000) { log.isConnected })
        while offset < sent.count {
            let count = min(Int.random(in: 1...60_000, using: &random), sent.count - offset)
            client.send(Array(sent[offset..<offset + count]))
            offset += count
            loop.runOnce(maximumWait: 0)
        }
        for _ in 0..<50 { loop.runOnce(maximumWait: 0) }
        #expect(log.bytes.isEmpty)
        // A Unix socket holds far less than a megabyte: both sides are stuck until the client reads.
        if kind == "unix" { #expect(client.pendingBytes > 0 && mostPending > 100_000) }
        client.pauseReading(false)
        #expect(loop.run(atMost: 8000) { log.bytes.count >= sent.count })
        #expect(log.bytes == sent)
        #expect(client.pendingBytes == 0)
        #expect(log.events.contains(.drained))
        #expect(log.largestRead <= 65_536)
        client.close()
        #expect(loop.run(atMost: 2000) { log.closings == [nil] })
        log.checkLaws()
    }

    /// What a reader leaves is held where it is counted; the kernel alone would take megabytes for each.
    @Test(arguments: kinds)
    func theKernelHoldsLittleForAServer(kind: String) throws {
        let loop = EventLoop()
        var held: [any Transport] = []
        let listener = try loop.listen(on: endpoint(kind)) { transport, _ in
            held.append(transport)
            transport.onEvent = { [unowned transport] event in
                if event == .connected { transport.send([UInt8](repeating: 0, count: 8_000_000)) }
            }
        }
        // The reader's own half of the way is not the server's.
        let descriptor = socket(kind == "tcp" ? AF_INET : AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var size: Int32 = 4_096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        let status =
            switch listener.endpoint {
            case .tcp(_, let port):
                withAddress(sockaddr_in()) { address in
                    address.sin_family = sa_family_t(AF_INET)
                    address.sin_port = in_port_t(port).bigEndian
                    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
                } use: {
                    connect(descriptor, $0, $1)
                }
            case .unix(let path):
                withAddress(sockaddr_un()) { address in
                    address.sun_family = sa_family_t(AF_UNIX)
                    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
                } use: {
                    connect(descriptor, $0, $1)
                }
            default: Int32(-1)
            }
        #expect(status == 0)
        #expect(loop.run(atMost: 2_000) { !held.isEmpty })
        for _ in 0..<100 { loop.runOnce(maximumWait: 1) }
        #expect(held[0].pendingBytes > 7_000_000)
        listener.close()
    }

    private func withAddress<A>(
        _ empty: A, _ fill: (inout A) -> Void, use: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = empty
        fill(&address)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0, socklen_t(MemoryLayout<A>.size)) }
        }
    }

    @Test(arguments: kinds)
    func theLastWordsArriveBeforeTheEnd(kind: String) throws {
        let loop = EventLoop()
        var held: [any Transport] = []
        let listener = try loop.listen(on: endpoint(kind)) { transport, _ in
            held.append(transport)
            transport.onEvent = { [unowned transport] event in
                if event == .connected {
                    transport.send(Array("go away".utf8))
                    transport.close()
                    transport.send(Array("ignored".utf8))
                }
            }
        }
        let client = loop.connect(to: listener.endpoint)
        let log = EventLog(client)
        log.onConnected = { client.send(Array("hello".utf8)) }
        #expect(loop.run(atMost: 2000) { !log.closings.isEmpty })
        #expect(String(decoding: log.bytes, as: UTF8.self) == "go away")
        #expect(log.closings == [nil])
        log.checkLaws()
    }

    @Test func nothingIsToldInsideACall() throws {
        let loop = EventLoop()
        let (near, far) = try loop.makeTransportPair()
        let log = EventLog(near)
        _ = EventLog(far)
        near.send([1])
        #expect(log.events.isEmpty)
        loop.runOnce(maximumWait: 0)
        #expect(log.events == [.connected])
        near.send([1])
        near.close()
        near.close()
        #expect(log.events == [.connected])
        loop.runOnce(maximumWait: 0)
        loop.runOnce(maximumWait: 0)
        #expect(log.events == [.connected, .closed(nil)])
    }

    @Test func closedBeforeItStartedItOnlyTellsTheEnd() {
        let loop = EventLoop()
        let client = loop.connect(to: .tcp(host: "127.0.0.1", port: 1))
        let log = EventLog(client)
        client.close()
        for _ in 0..<3 { loop.runOnce(maximumWait: 0) }
        #expect(log.events == [.closed(nil)])
    }

    @Test func refusals() throws {
        let loop = EventLoop()
        let listener = try loop.listen(on: .tcp(host: "127.0.0.1", port: 0)) { _, _ in }
        let freed = listener.endpoint
        listener.close()
        let missing = Endpoint.unix(path: TemporarySocket.path())
        let long = Endpoint.unix(path: "/tmp/" + String(repeating: "x", count: 200))
        let expected: [(Endpoint, TransportError)] = [
            (freed, .refused("nobody listens on \(freed)")),
            (missing, .refused("there is no socket \(missing)")),
            (long, .system(code: ENAMETOOLONG, reason: "File name too long")),
        ]
        for (endpoint, error) in expected {
            let client = loop.connect(to: endpoint)
            let log = EventLog(client)
            #expect(loop.run(atMost: 2000) { !log.closings.isEmpty })
            #expect(log.closings == [error])
            #expect(!log.isConnected)
        }
    }

    @Test func aNameWithoutAddressIsToldWithTheResolversWords() throws {
        let loop = EventLoop()
        let client = loop.connect(to: .tcp(host: "nonexistent.invalid", port: 1))
        let log = EventLog(client)
        loop.runOnce(maximumWait: 0)
        #expect(log.events == [.resolving])
        #expect(loop.run(atMost: 9000) { !log.closings.isEmpty })
        guard case .cannotResolve("nonexistent.invalid", let reason)? = log.closings.first ?? nil else {
            Issue.record("\(log.events)")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func aNameIsResolvedAndAllItsAddressesAreTried() throws {
        let loop = EventLoop()
        var held: [any Transport] = []
        let listener = try loop.listen(on: .tcp(host: "127.0.0.1", port: 0)) { transport, _ in held.append(transport) }
        guard case .tcp(_, let port) = listener.endpoint else { return }
        let client = loop.connect(to: .tcp(host: "localhost", port: port))
        let log = EventLog(client)
        #expect(loop.run(atMost: 5000) { log.isConnected })
        #expect(log.events == [.resolving, .connecting, .connected])
    }

    @Test(arguments: kinds)
    func noAnswerIsATimeOut(kind: String) throws {
        // A listener that never accepts, with its queue full: the next connect gets no answer.
        let silent = try SilentListener(isTCP: kind == "tcp")
        let loop = EventLoop(configuration: EventLoopConfiguration(connectTimeout: 60))
        let client = loop.connect(to: silent.endpoint)
        let log = EventLog(client)
        #expect(loop.run(atMost: 3000) { !log.closings.isEmpty })
        #expect(log.events == [.connecting, .closed(.timedOut)])
        silent.close()
    }

    @Test func aResetIsToldAsOne() throws {
        let loop = EventLoop()
        let raw = try RawServer()
        let client = loop.connect(to: raw.endpoint)
        let log = EventLog(client)
        #expect(loop.run(atMost: 2000) { log.isConnected })
        try raw.acceptAndReset()
        #expect(loop.run(atMost: 2000) { !log.closings.isEmpty })
        #expect(log.closings == [.reset])
        log.checkLaws()
        raw.close()
    }

    @Test func aFloodStarvesNeitherTimersNorOthers() throws {
        let loop = EventLoop()
        let (near, far) = try loop.makeTransportPair()
        let chunk = [UInt8](repeating: 1, count: 400_000)
        var received = 0
        far.onEvent = { event in
            if event == .connected || event == .drained { far.send(chunk) }
        }
        near.onEvent = { event in
            if case .received(let bytes) = event { received += bytes.count }
        }
        var ticks = 0
        func tick() {
            ticks += 1
            if ticks < 20 { loop.schedule(after: 1, tick) }
        }
        loop.schedule(after: 1, tick)
        #expect(loop.run(atMost: 5000) { ticks == 20 })
        #expect(received > 400_000)
        near.close()
        far.close()
        loop.runOnce(maximumWait: 0)
    }

    @Test(arguments: kinds)
    func openStreamsThatSayNothingCauseNoTurns(kind: String) throws {
        let loop = EventLoop()
        var held: [any Transport] = []
        let listener = try loop.listen(on: endpoint(kind)) { transport, _ in held.append(transport) }
        let clients = (0..<5).map { _ in loop.connect(to: listener.endpoint) }
        let logs = clients.map(EventLog.init)
        #expect(loop.run(atMost: 2000) { held.count == 5 && logs.allSatisfy(\.isConnected) })
        loop.runOnce(maximumWait: 0)
        var fired = false
        loop.schedule(after: 40) { fired = true }
        let before = loop.turns
        #expect(loop.run(atMost: 5000) { fired })
        #expect(loop.turns - before == 1)
        #expect(loop.scheduledCount == 0)
        listener.close()
    }

    @Test func whatIsSentInOneTurnIsDrainedOnceInThatTurn() throws {
        let loop = EventLoop()
        let (near, far) = try loop.makeTransportPair()
        let sender = EventLog(near)
        let receiver = EventLog(far)
        sender.onConnected = {
            for byte in 0..<100 { near.send([UInt8(byte)]) }
            #expect(near.pendingBytes == 100)
        }
        loop.runOnce(maximumWait: 0)
        #expect(sender.events == [.connected, .drained])
        #expect(near.pendingBytes == 0)
        loop.runOnce(maximumWait: 1000)
        #expect(receiver.bytes == (0..<100).map { UInt8($0) })
        #expect(receiver.largestRead == 100)
        near.close()
        loop.runOnce(maximumWait: 0)
    }

    @Test func closingInAnyEventEndsTheStory() throws {
        for trigger in ["resolving", "connecting", "connected", "drained"] {
            let loop = EventLoop()
            var held: [any Transport] = []
            let listener = try loop.listen(on: .tcp(host: "127.0.0.1", port: 0)) { transport, _ in
                held.append(transport)
            }
            guard case .tcp(_, let port) = listener.endpoint else { return }
            let client = loop.connect(to: .tcp(host: "localhost", port: port))
            var events: [String] = []
            client.onEvent = { [unowned client] event in
                events.append("\(event)")
                if event == .connected { client.send([1]) }
                if "\(event)" == trigger { client.close() }
            }
            #expect(loop.run(atMost: 5000) { events.last == "closed(nil)" })
            #expect(events.suffix(2) == [trigger, "closed(nil)"])
            for _ in 0..<3 { loop.runOnce(maximumWait: 0) }
            #expect(events.count { $0 == "closed(nil)" } == 1)
        }
    }

    @Test func aDroppedTransportClosesItsSocket() throws {
        let loop = EventLoop()
        var held: [any Transport] = []
        let listener = try loop.listen(on: .tcp(host: "127.0.0.1", port: 0)) { transport, _ in held.append(transport) }
        let client = loop.connect(to: listener.endpoint)
        let log = EventLog(client)
        #expect(loop.run(atMost: 2000) { log.isConnected && held.count == 1 })
        loop.runOnce(maximumWait: 0)
        held = []
        #expect(loop.run(atMost: 2000) { log.closings == [nil] })
    }
}
