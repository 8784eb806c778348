/// Why the program ends with exit code 1. Texts are raw: the printer sanitises.
enum ProgramError: Error, Equatable {
    case noFolder(String)
    case folder(String)
    case terminal(String)
    case server(String)
    case account(String)
    /// The account's folder cannot be written; what is there may be read.
    case unwritable(String)
    /// The command line asks for what is not there (exit code 2).
    case usage(String)
    /// The wire never tells a client its own number (exit code 2).
    case needsUID

    /// The program's exit code.
    var code: Int32 {
        switch self {
        case .usage, .needsUID: 2
        case .noFolder, .folder, .terminal, .server, .account, .unwritable: 1
        }
    }

    /// The line for standard error, without the program's name.
    var line: String {
        switch self {
        case .noFolder(let line), .folder(let line), .terminal(let line), .server(let line), .account(let line),
            .unwritable(let line), .usage(let line):
            line
        case .needsUID: "the token file holds a token alone, so --uid N is needed: the number of the account"
        }
    }
}
