/// A point of monotonic time in milliseconds; only differences mean anything.
public struct Instant: Sendable, Hashable, Comparable {
    /// Milliseconds since an arbitrary start.
    public var milliseconds: Int64

    /// Makes an instant.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Later by so many milliseconds.
    public func advanced(by milliseconds: Int64) -> Instant { Instant(milliseconds: self.milliseconds + milliseconds) }

    /// Milliseconds from `earlier` to this instant.
    public func since(_ earlier: Instant) -> Int64 { milliseconds - earlier.milliseconds }

    /// Earlier is less.
    public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
}
