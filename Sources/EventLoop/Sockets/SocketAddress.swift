internal import CPosix

/// A socket address as the kernel takes it.
struct SocketAddress: @unchecked Sendable {
    // Unchecked only because imported C structs are not marked: it is plain bytes.
    var raw: cposix_address

    init(raw: cposix_address) { self.raw = raw }

    /// A Unix socket's address, or the error that its path is too long or empty.
    static func unix(path: String) -> Result<SocketAddress, SystemError> {
        var raw = cposix_address()
        let code = cposix_unix_address(path, &raw)
        guard code == 0 else {
            return .failure(SystemError(operation: "use socket path", subject: path, code: -code))
        }
        return .success(SocketAddress(raw: raw))
    }

    var family: Int32 { raw.family }

    var port: UInt16 {
        get { withUnsafePointer(to: raw) { cposix_address_port($0) } }
        set { cposix_address_set_port(&raw, newValue) }
    }

    /// "127.0.0.1:80", "[::1]:80" or "unix".
    var text: String {
        var text = [CChar](repeating: 0, count: 80)
        withUnsafePointer(to: raw) { cposix_address_text($0, &text, 80) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
