import HeadlessCommands

/// What is wrong with a command line. Each one becomes one line that says what to do; the exit code is 2.
enum UsageError: Error, Equatable {
    case unknownCommand(String, nearest: String?)
    case unknownOption(String, command: String, nearest: String?)
    case missingValue(option: String, expected: String)
    case badValue(option: String, value: String, expected: String)
    case unexpectedArgument(String, command: String)
    case missingArgument(String, command: String)
    case conflict(String, String)
    case required(option: String, because: String)
    case badAddress(String)

    /// The line for standard error, without the program's name. Values are raw: the printer sanitises.
    var line: String {
        switch self {
        case .unknownCommand(let name, let nearest):
            "there is no command '\(name)'" + Self.hint(nearest) + "; see imchat --help"
        case .unknownOption(let name, let command, let nearest):
            "\(command) has no option \(name)" + Self.hint(nearest) + "; see imchat --help"
        case .missingValue(let option, let expected):
            "\(option) needs a value: \(option) \(expected)"
        case .badValue(let option, let value, let expected):
            "'\(value)' does not fit \(option), which takes \(expected)"
        case .unexpectedArgument(let argument, let command):
            "\(command) does not know what to do with '\(argument)'; see imchat --help"
        case .missingArgument(let what, let command):
            "\(command) needs \(what); see imchat --help"
        case .conflict(let a, let b):
            "\(a) and \(b) exclude each other; give one of them"
        case .required(let option, let because):
            "\(option) is needed \(because)"
        case .badAddress(let text):
            "'\(text)' is no address: \(ChatAddress.expected)"
        }
    }

    private static func hint(_ nearest: String?) -> String {
        guard let nearest else { return "" }
        return " (did you mean \(nearest)?)"
    }
}
