import EventLoop

/// What the benchmarks print.
enum Output {
    /// A line on standard output.
    static func line(_ text: String) { try? StandardStreams.write(1, text + "\n") }

    /// A line on standard error.
    static func complain(_ text: String) { try? StandardStreams.write(2, "imchat-bench: \(text)\n") }
}
