/// Why the program ends with exit code 1. Texts are raw: the printer sanitises.
enum ProgramError: Error, Equatable {
    case noFolder(String)
    case folder(String)
    case terminal(String)
    case server(String)
    case account(String)

    /// The line for standard error, without the program's name.
    var line: String {
        switch self {
        case .noFolder(let line), .folder(let line), .terminal(let line), .server(let line), .account(let line): line
        }
    }
}
