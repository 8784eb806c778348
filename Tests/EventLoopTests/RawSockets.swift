import CPosix
import Glibc

@testable import EventLoop

/// Paths for sockets of one test.
enum TemporarySocket {
    static func path() -> String { "/tmp/imchat-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock" }
}

/// A listening socket whose queue is full, and nobody accepts.
final class SilentListener {
    let endpoint: Endpoint
    private var descriptors: [Int32] = []

    init(isTCP: Bool) throws {
        var address: cposix_address
        if isTCP {
            guard case .addresses(let found) = Resolver.lookUp(host: "127.0.0.1", port: 0, numericOnly: true) else {
                throw SystemError(operation: "resolve", code: 0)
            }
            address = found[0].raw
        } else {
            address = try SocketAddress.unix(path: TemporarySocket.path()).get().raw
        }
        let listener = cposix_stream_socket(address.family)
        descriptors.append(listener)
        guard cposix_bind(listener, &address) == 0, cposix_listen(listener, 0) == 0 else {
            throw SystemError(operation: "listen", code: errno)
        }
        let port: UInt16
        if isTCP {
            cposix_local_address(listener, &address)
            port = cposix_address_port(&address)
            endpoint = .tcp(host: "127.0.0.1", port: port)
        } else {
            let path = withUnsafeBytes(of: address.bytes) { bytes in
                String(decoding: bytes.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self)
            }
            endpoint = .unix(path: path)
        }
        for _ in 0..<4 {
            let filler = cposix_stream_socket(address.family)
            descriptors.append(filler)
            _ = cposix_connect(filler, &address)
        }
    }

    func close() {
        descriptors.forEach { _ = Glibc.close($0) }
        if case .unix(let path) = endpoint { unlink(path) }
    }
}

/// A TCP server that the test drives by hand.
final class RawServer {
    let endpoint: Endpoint
    private let listener: Int32

    init() throws {
        guard case .addresses(let found) = Resolver.lookUp(host: "127.0.0.1", port: 0, numericOnly: true) else {
            throw SystemError(operation: "resolve", code: 0)
        }
        var address = found[0].raw
        listener = cposix_stream_socket(address.family)
        guard cposix_bind(listener, &address) == 0, cposix_listen(listener, 8) == 0 else {
            throw SystemError(operation: "listen", code: errno)
        }
        cposix_local_address(listener, &address)
        endpoint = .tcp(host: "127.0.0.1", port: cposix_address_port(&address))
    }

    func acceptAndReset() throws {
        var peer = cposix_address()
        let accepted = cposix_accept(listener, &peer)
        guard accepted >= 0 else { throw SystemError(operation: "accept", code: -accepted) }
        cposix_reset_on_close(accepted)
        Glibc.close(accepted)
    }

    func close() { Glibc.close(listener) }
}
