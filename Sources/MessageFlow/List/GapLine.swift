/// What the line of a gap says; part of what a row looks like.
public enum GapLine: Sendable, Hashable {
    /// Messages are missing and can be asked for.
    case missing
    /// They are on their way.
    case loading
    /// They could not be had.
    case failed(ProviderError)
    /// Nobody has them any more, or they were not found.
    case unavailable
    /// They were removed on purpose.
    case removed
}
