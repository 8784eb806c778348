internal import CTLS

/// The loaded library with its store of authorities; one per loop, made at the first `tls://`.
final class TLSContext {
    let hasStore: Bool
    private let configuration: TLSConfiguration
    private let context: OpaquePointer

    init(_ configuration: TLSConfiguration) throws(TransportError) {
        var reason = ReasonBuffer()
        guard reason.fill({ ctls_load($0, $1) }) == 0 else {
            throw .tls("the TLS library is missing (\(reason.text)); install the package libssl3 (OpenSSL 3)")
        }
        let made = reason.fill { ctls_context_make(configuration.extraTrust ?? "", $0, $1) }
        guard let made else { throw .tls(reason.text) }
        self.configuration = configuration
        context = made
        hasStore = ctls_context_has_store(made) == 1 || configuration.extraTrust != nil
    }

    deinit { ctls_context_free(context) }

    func makeSession(host: String) throws(TransportError) -> TLSSession {
        guard hasStore else {
            throw .tls("there is no store of trusted authorities; install the package ca-certificates")
        }
        var isAddress = false
        if case .addresses = Resolver.lookUp(host: host, port: 0, numericOnly: true) { isAddress = true }
        var reason = ReasonBuffer()
        let session = reason.fill { ctls_session_make(context, host, isAddress ? 1 : 0, $0, $1) }
        guard let session else { throw .tls("\(host): \(reason.text)") }
        return TLSSession(session, host: host)
    }
}
