import Foundation
import Glibc

/// A client that says any bytes to a Unix socket: frames as the protocol document has them, or none at all.
final class RawClient {
    private let descriptor: Int32
    private var number: Int32 = 0

    init(socket path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix(107))) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else { throw TmuxTerminal.Failure(description: "no connection to \(path): errno \(errno)") }
        // What does not come within a while does not come.
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// What comes next, up to so many bytes.
    func receive(_ count: Int = 65_536) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        return Array(buffer[..<max(0, recv(descriptor, &buffer, count, 0))])
    }

    /// A version-2 frame (protocol document, section 2).
    func send(command: UInt8, body: [UInt8]) {
        number += 1
        send(Self.big(Int32(body.count)) + Self.big(number) + [command, 2, 0, 0] + body)
    }

    /// Logs in and waits for the answer (section 5.1).
    func login(token: String) throws {
        send(command: 15, body: [1, UInt8(token.utf8.count)] + Array(token.utf8) + [3] + Array("raw".utf8))
        let answer = receive()
        guard answer.count >= 16, answer[8] == 3, answer[15] == 0 else {
            throw TmuxTerminal.Failure(description: "not logged in: \(answer)")
        }
    }

    /// A peer message with any bytes as its content (section 4).
    func say(from sender: Int64, to receiver: Int64, content: [UInt8]) {
        let now = Int32(Date().timeIntervalSince1970)
        send(command: 4, body: Self.big(sender) + Self.big(receiver) + Self.big(now) + Self.big(Int32(0)) + content)
    }

    private static func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
