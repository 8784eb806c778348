/// What a descriptor is ready for, and what a `Watch` waits for.
public struct Readiness: OptionSet, Sendable, Hashable {
    /// The bits, as the polling shim numbers them.
    public let rawValue: UInt32

    /// Wraps bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bytes, a connection or the end of the stream can be read.
    public static let readable = Readiness(rawValue: 1)
    /// Bytes can be written, or a connect has come to an end.
    public static let writable = Readiness(rawValue: 2)
    /// The other side is gone and nothing is left to read. Delivered once; needs not be asked for.
    public static let hangup = Readiness(rawValue: 4)
}
