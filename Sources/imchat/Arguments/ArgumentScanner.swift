import ChatUI

/// Walks a command line: options anywhere, `--option=value` or `--option value`, `--` ends the options.
struct ArgumentScanner {
    private(set) var rest: ArraySlice<String>
    let command: String
    let options: [String]
    private var optionsEnded = false

    /// Prepares to walk; `options` are the names that the command knows, for hints.
    init(_ arguments: ArraySlice<String>, command: String, options: [String]) {
        rest = arguments
        self.command = command
        self.options = options
    }

    /// What comes next on the command line.
    enum Item: Equatable {
        case option(String, attached: String?)
        case argument(String)
    }

    /// The next item, `nil` at the end.
    mutating func next() -> Item? {
        guard let word = rest.popFirst() else { return nil }
        if optionsEnded || !word.hasPrefix("-") || word == "-" { return .argument(word) }
        if word == "--" {
            optionsEnded = true
            return next()
        }
        if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
            return .option(String(word[..<equals]), attached: String(word[word.index(after: equals)...]))
        }
        return .option(word, attached: nil)
    }

    /// The value of an option: what was attached, else the next word.
    mutating func value(of option: String, attached: String?, expected: String) throws(UsageError) -> String {
        if let attached { return attached }
        guard let value = rest.popFirst() else { throw .missingValue(option: option, expected: expected) }
        return value
    }

    /// A whole number within a range.
    mutating func number(
        of option: String, attached: String?, in range: ClosedRange<Int64>, expected: String
    ) throws(UsageError) -> Int64 {
        let text = try value(of: option, attached: attached, expected: expected)
        guard let number = Int64(text), range.contains(number) else {
            throw .badValue(option: option, value: text, expected: expected)
        }
        return number
    }

    /// Refuses a value on an option that is a switch.
    func flag(_ option: String, attached: String?) throws(UsageError) {
        if let attached { throw .badValue(option: option, value: attached, expected: "no value") }
    }

    /// The error for an option that the command does not know.
    func unknown(_ option: String) -> UsageError {
        .unknownOption(option, command: command, nearest: EditDistance.nearest(to: option, among: options))
    }
}
