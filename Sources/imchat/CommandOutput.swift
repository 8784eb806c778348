import Cells
import EventLoop

/// What commands print. Everything passes the sanitiser: an argument, a path or a server's words may hold anything.
enum CommandOutput {
    /// A line on standard output. A reader that went away is no error of ours.
    static func say(_ text: String) { try? StandardStreams.write(1, TextSanitizer.multiline(text).string + "\n") }

    /// A line on standard error, with the program's name in front.
    static func complain(_ text: String) {
        try? StandardStreams.write(2, "imchat: " + TextSanitizer.line(text).string + "\n")
    }

    /// A line, and a text of several below it.
    static func complain(_ title: String, _ text: String) {
        complain(title)
        try? StandardStreams.write(2, TextSanitizer.multiline(text).string + "\n")
    }

    /// How far something is, on a line of standard error that the next one replaces; an empty text takes it away. For
    /// terminals only.
    static func progress(_ text: String) {
        try? StandardStreams.write(2, "\r\u{1B}[K" + TextSanitizer.line(text).string)
    }
}

extension CommandOutput {
    /// A text as it may be printed on one line.
    static func clean(_ text: String) -> String { TextSanitizer.line(text).string }
}
