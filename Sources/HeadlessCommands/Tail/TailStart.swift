/// Where `imchat tail` starts.
package enum TailStart: Sendable, Hashable {
    /// With what comes from now on.
    case now
    /// After a place in the server's queue, as a line's `key` told it.
    case key(Int64)
    /// With what was said at or after a moment, milliseconds since 1970.
    case time(Int64)
}
