/// How a process ended and what it said.
public struct ProcessResult: Sendable, Hashable {
    /// How a process ends.
    public enum Ending: Sendable, Hashable {
        /// It returned this code; 0 is success.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
    }

    /// How it ended.
    public var ending: Ending
    /// What it wrote to its standard output, up to the limit.
    public var output: [UInt8]
    /// What it wrote to its standard error, up to the limit.
    public var errorOutput: [UInt8]
    /// It was killed because it took too long or wrote too much.
    public var wasKilled: Bool
}
