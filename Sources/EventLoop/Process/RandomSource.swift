internal import CPosix

/// The kernel's randomness, fit for tokens and ids.
public struct RandomSource: RandomNumberGenerator, Sendable {
    /// Makes a source; it has no state.
    public init() {}

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        var value: UInt64 = 0
        let code = withUnsafeMutableBytes(of: &value) { cposix_random($0.baseAddress, 8) }
        // Guessable ids would be worse than the end; a kernel old enough to fail here does not run this program.
        precondition(code == 0, "no randomness from the kernel: \(SystemError.words(-code))")
        return value
    }

    /// So many random bytes.
    public static func bytes(_ count: Int) -> [UInt8] {
        var source = RandomSource()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &source) }
    }
}
