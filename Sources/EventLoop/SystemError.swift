internal import Glibc

/// An error of the operating system: which call, on what, why.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was being done, e.g. "open".
    public let operation: String
    /// The path or name it was done to; empty if there is none.
    public let subject: String
    /// The number (`errno`).
    public let code: Int32

    /// Makes an error.
    public init(operation: String, subject: String = "", code: Int32) {
        self.operation = operation
        self.subject = subject
        self.code = code
    }

    /// Says all three.
    public var description: String {
        "cannot \(operation)\(subject.isEmpty ? "" : " \(subject)"): \(Self.words(code))"
    }

    /// The system's words for a number.
    public static func words(_ code: Int32) -> String {
        // glibc's strerror uses a thread's own buffer (since 2.32).
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }
}
