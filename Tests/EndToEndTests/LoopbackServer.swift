import Foundation
import Glibc

/// A TCP server on the loopback that behaves badly in one way; each accepted connection is counted.
final class LoopbackServer {
    /// What it does with a client.
    enum Manner: Sendable {
        /// Accepts and never says anything.
        case silent
        /// Closes at once.
        case closing
        /// Answers with these bytes, whatever is asked.
        case saying([UInt8])
    }

    let port: UInt16
    private let descriptor: Int32
    private let state: State

    private final class State: @unchecked Sendable {  // everything under the lock
        private let lock = NSLock()
        private var times: [Date] = []
        private var open: [Int32] = []

        func accepted(_ descriptor: Int32?) {
            lock.withLock {
                times.append(Date())
                if let descriptor { open.append(descriptor) }
            }
        }

        var all: [Date] { lock.withLock { times } }

        func closeAll() { lock.withLock { open.forEach { _ = close($0) } } }
    }

    init(_ manner: Manner) throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var one: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && listen(socket, 16) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isBound else { throw TmuxTerminal.Failure(description: "no loopback port: errno \(errno)") }
        descriptor = socket
        port = UInt16(bigEndian: address.sin_port)
        let state = State()
        self.state = state
        let thread = Thread {
            while true {
                let client = accept(socket, nil, nil)
                guard client >= 0 else { return }
                switch manner {
                case .silent: state.accepted(client)
                case .closing:
                    state.accepted(nil)
                    close(client)
                case .saying(let bytes):
                    state.accepted(client)
                    _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                }
            }
        }
        thread.start()
    }

    /// When clients came.
    var arrivals: [Date] { state.all }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
        state.closeAll()
    }

    /// A port of the loopback on which nobody listens.
    static func closedPort() throws -> UInt16 { try LoopbackServer(.silent).port }
}
