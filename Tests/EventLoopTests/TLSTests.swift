import Glibc
import Testing

@testable import EventLoop

struct TLSTests {
    private func makeLoop(extraTrust: String? = "authority.pem", connectTimeout: Int64 = 8000) throws -> EventLoop {
        let certificates = try TLSServer.certificates.get()
        let trust = TLSConfiguration(extraTrust: extraTrust.map { certificates.file($0) })
        return EventLoop(configuration: EventLoopConfiguration(connectTimeout: connectTimeout, tls: trust))
    }

    private func failure(_ certificate: String, host: String = "localhost", extraTrust: String? = "authority.pem")
        throws -> TransportError?
    {
        let loop = try makeLoop(extraTrust: extraTrust)
        let server = try TLSServer(certificate, on: loop)
        let client = loop.connect(to: .tls(host: host, port: server.port))
        let log = EventLog(client)
        client.send(Array("never in clear".utf8))
        #expect(loop.run(atMost: 8000) { !log.closings.isEmpty })
        #expect(!log.isConnected)
        log.checkLaws()
        return log.closings.first ?? nil
    }

    @Test(arguments: ["localhost", "127.0.0.1"], [[], ["-tls1_2"]])
    func aGoodCertificateOpensTheStream(host: String, options: [String]) throws {
        let loop = try makeLoop()
        let server = try TLSServer("good", options: ["-rev"] + options, on: loop)
        let client = loop.connect(to: .tls(host: host, port: server.port))
        let log = EventLog(client)
        log.onConnected = { client.send(Array("hello\n".utf8)) }
        #expect(loop.run(atMost: 8000) { log.bytes.count == 6 })
        #expect(String(decoding: log.bytes, as: UTF8.self) == "olleh\n")
        #expect(client.pendingBytes == 0)
        client.close()
        client.send([1])
        #expect(loop.run(atMost: 2000) { !log.closings.isEmpty })
        #expect(log.closings == [nil])
        log.checkLaws()
    }

    @Test func everyRefusalSaysWhichCheckFailed() throws {
        #expect(try failure("expired") == .tls("the certificate of localhost has expired"))
        #expect(try failure("other") == .tls("the certificate is for another host than localhost"))
        #expect(
            try failure("other", host: "127.0.0.1") == .tls("the certificate is for another address than 127.0.0.1"))
        #expect(try failure("self") == .tls("the certificate of localhost is self-signed"))
    }

    @Test func anUnknownAuthorityIsRefusedOrThereIsNoStore() throws {
        guard case .tls(let words)? = try failure("good", extraTrust: nil) else {
            Issue.record("no TLS error")
            return
        }
        #expect(words.contains("unknown authority") || words.contains("no store"))
    }

    @Test func aTrustFileWithoutAuthoritiesIsAnError() throws {
        let loop = EventLoop(
            configuration: EventLoopConfiguration(tls: TLSConfiguration(extraTrust: "/proc/nonexistent.pem")))
        let client = loop.connect(to: .tls(host: "localhost", port: 1))
        let log = EventLog(client)
        loop.runOnce(maximumWait: 0)
        #expect(log.events == [.closed(.tls("no certificates of authorities in /proc/nonexistent.pem"))])
        client.close()
    }

    @Test func aServerThatSpeaksSomethingElseIsRefused() throws {
        let loop = try makeLoop()
        var held: [any Transport] = []
        var heard: [UInt8] = []
        let listener = try loop.listen(on: .tcp(host: "127.0.0.1", port: 0)) { transport, _ in
            held.append(transport)
            transport.onEvent = { [unowned transport] event in
                if event == .connected { transport.send(Array("220 welcome to something else\r\n".utf8)) }
                if case .received(let bytes) = event { heard += bytes }
            }
        }
        guard case .tcp(_, let port) = listener.endpoint else { return }
        let client = loop.connect(to: .tls(host: "127.0.0.1", port: port))
        let log = EventLog(client)
        #expect(loop.run(atMost: 5000) { !log.closings.isEmpty })
        guard case .tls? = log.closings.first ?? nil else {
            Issue.record("\(log.events)")
            return
        }
        #expect(heard.first == nil || heard.first == 22)
    }

    @Test func aMegabyteArrivesWholeAndItsEndIsOrderly() throws {
        let loop = try makeLoop()
        let content = (0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        try Files.writeAtomically(TLSServer.certificates.get().file("big"), content)
        let server = try TLSServer("good", options: ["-HTTP"], on: loop)
        let client = loop.connect(to: .tls(host: "localhost", port: server.port))
        let log = EventLog(client)
        log.onConnected = {
            client.pauseReading(true)
            client.send(Array("GET /big HTTP/1.0\r\n\r\n".utf8))
        }
        #expect(loop.run(atMost: 8000) { log.isConnected && client.pendingBytes == 0 })
        for _ in 0..<5 { loop.runOnce(maximumWait: 2) }
        #expect(log.bytes.isEmpty)
        client.pauseReading(false)
        #expect(loop.run(atMost: 8000) { !log.closings.isEmpty })
        #expect(log.bytes == content)
        #expect(log.closings == [nil])
    }

    @Test func aCutWithoutClosingMessageIsNoOrderlyEnd() throws {
        let loop = try makeLoop()
        let server = try TLSServer("good", on: loop)
        let client = loop.connect(to: .tls(host: "localhost", port: server.port))
        let log = EventLog(client)
        #expect(loop.run(atMost: 8000) { log.isConnected })
        server.kill()
        #expect(loop.run(atMost: 8000) { !log.closings.isEmpty })
        #expect(log.closings == [.reset])
    }

    @Test func aSilentServerIsATimeOut() throws {
        let loop = try makeLoop(connectTimeout: 50)
        var held: [any Transport] = []
        let listener = try loop.listen(on: .tcp(host: "127.0.0.1", port: 0)) { transport, _ in held.append(transport) }
        guard case .tcp(_, let port) = listener.endpoint else { return }
        let client = loop.connect(to: .tls(host: "127.0.0.1", port: port))
        let log = EventLog(client)
        #expect(loop.run(atMost: 5000) { !log.closings.isEmpty })
        #expect(log.events == [.connecting, .closed(.timedOut)])
        listener.close()
    }
}
