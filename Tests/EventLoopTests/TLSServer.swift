import Glibc
import TestSupport
import Testing

@testable import EventLoop

/// Certificates of one test run and servers by the `openssl` program.
final class TLSServer {
    /// An authority and what it has signed, made once.
    struct Certificates: @unchecked Sendable {
        // Unchecked: the folder is written before anybody else sees it and only read afterwards.
        let folder = TemporaryFolder()

        init() throws {
            let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
            try run(["req", "-x509", "-days", "2", "-subj", "/CN=authority"] + key + files("authority"))
            try run(["req", "-x509", "-days", "2", "-subj", "/CN=self", "-addext", Self.here] + key + files("self"))
            try sign("good", Self.here, days: "2")
            try sign("expired", Self.here, days: "-1")
            try sign("other", "subjectAltName=DNS:other.example", days: "2")
        }

        private static let here = "subjectAltName=DNS:localhost,IP:127.0.0.1"

        func file(_ name: String) -> String { folder.file(name) }

        private func files(_ name: String) -> [String] {
            ["-keyout", file(name + ".key"), "-out", file(name + ".pem")]
        }

        private func sign(_ name: String, _ names: String, days: String) throws {
            try Files.writeAtomically(file(name + ".names"), Array(names.utf8))
            try run([
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=\(name)",
                "-keyout", file(name + ".key"), "-out", file(name + ".request"),
            ])
            try run([
                "x509", "-req", "-in", file(name + ".request"), "-CA", file("authority.pem"), "-CAkey",
                file("authority.key"), "-days", days, "-extfile", file(name + ".names"), "-out", file(name + ".pem"),
            ])
        }

        private func run(_ arguments: [String]) throws {
            let loop = EventLoop()
            var result: ProcessResult?
            let runner = try ProcessRunner(.init("openssl", arguments), on: loop) { result = $0 }
            loop.run(atMost: 8000) { result != nil }
            withExtendedLifetime(runner) {}
            let words = String(decoding: result?.errorOutput ?? [], as: UTF8.self)
            try #require(result?.ending == .exited(0), "openssl \(arguments): \(words)")
        }
    }

    static let certificates = Result { try Certificates() }

    let port: UInt16
    private let runner: ProcessRunner

    /// Starts `openssl s_server` in the certificates' folder and waits until it answers.
    init(_ certificate: String, options: [String] = ["-rev"], on loop: EventLoop) throws {
        let certificates = try Self.certificates.get()
        let probe = try loop.listen(on: .tcp(host: "127.0.0.1", port: 0)) { _, _ in }
        guard case .tcp(_, let free) = probe.endpoint else { throw SystemError(operation: "listen", code: 0) }
        probe.close()
        port = free
        runner = try ProcessRunner(
            .init(
                "/bin/sh",
                [
                    "-c", "cd \"$0\" && exec openssl s_server \"$@\"", certificates.folder.path, "-accept",
                    "127.0.0.1:\(free)", "-cert", certificate + ".pem", "-key", certificate + ".key", "-quiet",
                ] + options), on: loop
        ) { _ in }
        let deadline = loop.now.advanced(by: 8000)
        var isUp = false
        while !isUp, loop.now < deadline {
            let client = loop.connect(to: .tcp(host: "127.0.0.1", port: free))
            let log = EventLog(client)
            loop.run(atMost: 2000) { log.isConnected || !log.closings.isEmpty }
            isUp = log.isConnected
            client.close()
            loop.runOnce(maximumWait: 10)
        }
        try #require(isUp)
    }

    func kill() { runner.kill() }
}
