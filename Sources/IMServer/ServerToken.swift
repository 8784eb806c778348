internal import EventLoop

/// What the server keeps about a token.
package struct ServerToken: Sendable, Hashable {
    /// For whom it stands.
    package var user: UserKey
    /// When it was made, in milliseconds since 1970; 0 where nobody wrote it down.
    package var madeAt: Int64

    /// Makes an entry.
    package init(user: UserKey, madeAt: Int64) {
        self.user = user
        self.madeAt = madeAt
    }

    /// Eight digits that tell tokens apart in a list and tell nothing of use about one: 32 of at least 128 bits
    /// (FNV-1a).
    package static func fingerprint(_ token: String) -> String {
        let hash = token.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The day of a time; dashes for 0.
    static func date(_ milliseconds: Int64) -> String {
        guard milliseconds > 0 else { return "----------" }
        let day = LocalClock.fields(milliseconds: milliseconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(day.year)-\(two(day.month))-\(two(day.day))"
    }
}
