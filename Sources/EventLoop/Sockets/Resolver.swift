internal import CPosix

/// Names to addresses. `getaddrinfo` blocks, so `lookUp` runs on a helper thread.
enum Resolver {
    /// Addresses, or the resolver's own words.
    enum Answer: Sendable {
        case addresses([SocketAddress])
        case failed(String)
    }

    /// Asks the resolver; blocks unless `numericOnly`.
    static func lookUp(host: String, port: UInt16, numericOnly: Bool = false, passive: Bool = false) -> Answer {
        var found = [cposix_address](repeating: cposix_address(), count: 16)
        var reason = [CChar](repeating: 0, count: 128)
        let count = cposix_resolve(
            host, port, numericOnly ? 1 : 0, passive ? 1 : 0, &found, Int32(found.count), &reason)
        guard count > 0 else {
            let words = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return .failed(words.isEmpty ? "no usable address" : words)
        }
        return .addresses(found.prefix(Int(count)).map { SocketAddress(raw: $0) })
    }
}
