import Glibc
import Testing

@testable import EventLoop

struct ListenerTests {
    private func mode(_ path: String) -> UInt32? {
        var found = stat()
        return lstat(path, &found) == 0 ? found.st_mode & 0o777 : nil
    }

    @Test func aSocketFileIsPrivateAndGoesWithItsListener() throws {
        let loop = EventLoop()
        let path = TemporarySocket.path()
        let listener = try loop.listen(on: .unix(path: path)) { _, _ in }
        #expect(mode(path) == 0o600)
        listener.close()
        #expect(mode(path) == nil)
    }

    @Test func aLiveSocketIsNotTakenOver() throws {
        let loop = EventLoop()
        let path = TemporarySocket.path()
        let listener = try loop.listen(on: .unix(path: path)) { _, _ in }
        #expect(throws: ListenError.inUse(.unix(path: path))) { try loop.listen(on: .unix(path: path)) { _, _ in } }
        #expect(mode(path) == 0o600)
        listener.close()
    }

    @Test func aStaleSocketIsReplaced() throws {
        let silent = try SilentListener(isTCP: false)
        guard case .unix(let path) = silent.endpoint else { return }
        // The listener is gone, its file is not: as after a crash.
        let copy = path + ".stale"
        rename(path, copy)
        silent.close()
        let loop = EventLoop()
        let listener = try loop.listen(on: .unix(path: copy)) { _, _ in }
        let client = loop.connect(to: .unix(path: copy))
        let log = EventLog(client)
        #expect(loop.run(atMost: 2000) { log.isConnected })
        listener.close()
        #expect(mode(copy) == nil)
    }

    @Test func anotherKindOfFileIsLeftAlone() throws {
        let loop = EventLoop()
        let path = TemporarySocket.path()
        close(open(path, O_CREAT | O_WRONLY, 0o644))
        #expect(throws: ListenError.notASocket(path: path)) { try loop.listen(on: .unix(path: path)) { _, _ in } }
        #expect(mode(path) != nil)
        unlink(path)
    }

    @Test func anUnusablePathIsAnError() {
        let loop = EventLoop()
        #expect(throws: ListenError.self) { try loop.listen(on: .unix(path: "/proc/nonexistent/x.sock")) { _, _ in } }
        #expect(throws: ListenError.tlsNotOffered) { try loop.listen(on: .tls(host: "h", port: 1)) { _, _ in } }
    }

    @Test func aTakenPortIsToldAndAFreeOneIsNamed() throws {
        let loop = EventLoop()
        let listener = try loop.listen(on: .tcp(host: "127.0.0.1", port: 0)) { _, _ in }
        guard case .tcp("127.0.0.1", let port) = listener.endpoint else { return }
        #expect(port != 0)
        #expect(throws: ListenError.inUse(listener.endpoint)) { try loop.listen(on: listener.endpoint) { _, _ in } }
    }

    @Test func theKernelNamesWhoConnects() throws {
        let loop = EventLoop()
        var peers: [PeerInformation] = []
        var held: [any Transport] = []
        let listener = try loop.listen(on: .unix(path: TemporarySocket.path())) { transport, peer in
            held.append(transport)
            peers.append(peer)
        }
        let client = loop.connect(to: listener.endpoint)
        let log = EventLog(client)
        #expect(loop.run(atMost: 2000) { peers.count == 1 && log.isConnected })
        #expect(peers[0].userID == getuid())
        #expect(peers[0].processID == getpid())
        listener.close()
    }
}
