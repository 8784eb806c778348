internal import CTLS

/// One TLS stream over memory: ciphertext in and out, plain bytes in and out; no socket.
final class TLSSession {
    enum Progress: Equatable {
        case done
        case needsMore
        case failed(TransportError)
    }

    enum Reading: Equatable {
        case bytes([UInt8])
        case nothingYet
        case ended
        case failed(TransportError)
    }

    private let session: OpaquePointer
    private let host: String

    init(_ session: OpaquePointer, host: String) {
        self.session = session
        self.host = host
    }

    deinit { ctls_session_free(session) }

    func feed(_ ciphertext: [UInt8]) -> Bool {
        ciphertext.withUnsafeBytes { ctls_session_feed(session, $0.baseAddress, Int32($0.count)) } == 0
    }

    /// All the ciphertext that waits for the network.
    func takeCiphertext() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let chunk = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
                count = Int(ctls_session_take(session, buffer.baseAddress, 16_384))
            }
            if chunk.isEmpty { return all }
            all += chunk
        }
    }

    func handshake() -> Progress {
        var reason = ReasonBuffer()
        switch reason.fill({ ctls_session_handshake(session, $0, $1) }) {
        case 1: return .done
        case 0: return .needsMore
        default:
            let code = ctls_session_verify_code(session)
            return .failed(.tls(code == 0 ? "\(host): \(reason.text)" : refusal(code)))
        }
    }

    func read() -> Reading {
        var reason = ReasonBuffer()
        var outcome: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            outcome = reason.fill { ctls_session_read(session, buffer.baseAddress, 16_384, $0, $1) }
            count = max(0, Int(outcome))
        }
        switch outcome {
        case 1...: return .bytes(bytes)
        case 0: return .nothingYet
        case -2: return .ended
        default: return .failed(.tls("\(host): \(reason.text)"))
        }
    }

    func write(_ bytes: [UInt8]) -> Progress {
        var reason = ReasonBuffer()
        let outcome = bytes.withUnsafeBytes { all in
            reason.fill { ctls_session_write(session, all.baseAddress, Int32(all.count), $0, $1) }
        }
        return outcome == 1 ? .done : .failed(.tls("\(host): \(reason.text)"))
    }

    /// Queues the closing message, so that the other side knows that nothing was cut off.
    func end() { ctls_session_end(session) }

    /// The numbers are OpenSSL's X509_V_ERR_…, from x509_vfy.h.
    private func refusal(_ code: Int) -> String {
        switch code {
        case 10: "the certificate of \(host) has expired"
        case 9: "the certificate of \(host) is not valid yet; check this machine's clock"
        case 62: "the certificate is for another host than \(host)"
        case 64: "the certificate is for another address than \(host)"
        case 18: "the certificate of \(host) is self-signed"
        case 19: "the certificate of \(host) leads to an authority that is not trusted here"
        case 20, 21: "the certificate of \(host) is from an unknown authority"
        case 23: "the certificate of \(host) has been revoked"
        default: "the certificate of \(host) is refused: \(String(cString: ctls_verify_words(code)))"
        }
    }
}
