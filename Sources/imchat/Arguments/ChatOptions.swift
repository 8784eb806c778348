import Cells
import EventLoop
import IMServer
import IMService

/// The options of the interactive client, and of every command that talks as an account.
struct ChatOptions: Equatable {
    /// The name on the embedded server; the login name without it.
    var name: String?
    /// A server of somebody else's; without it the embedded one.
    var server: Endpoint?
    /// The generation of that server.
    var generation = ServiceConfiguration.ServerGeneration.today
    var uid: Int64?
    var appID: Int64?
    var tokenFile: String?
    /// The data folder; the XDG one without it.
    var data: String?

    /// Where the names of that server are, if anywhere.
    var directory: DirectoryPlace?

    /// The name of an account of the configuration.
    var account: String?
    /// What to do where another client holds the account; without it the user is asked.
    var held: HeldAccount?

    /// What can be done about an account that another client holds.
    enum HeldAccount: Equatable {
        case readOnly
        case takeOver
    }

    static let names = ["--as", "--account", "--server", "--uid", "--appid", "--token-file", "--directory", "--data"]

    /// Takes one option if it is one of these.
    mutating func take(
        _ option: String, attached: String?, from scanner: inout ArgumentScanner
    ) throws(UsageError) -> Bool {
        switch option {
        case "--as":
            name = try Self.name(scanner.value(of: option, attached: attached, expected: "NAME"), of: option)
        case "--account":
            account = try scanner.value(of: option, attached: attached, expected: "NAME")
        case "--server":
            let text = try scanner.value(of: option, attached: attached, expected: ServerArgument.expected)
            guard let named = ServerArgument.parse(text) else {
                throw .badValue(option: option, value: text, expected: ServerArgument.expected)
            }
            (server, generation) = (named.endpoint, named.generation)
        case "--uid":
            uid = try scanner.number(
                of: option, attached: attached, in: 1...Int64.max, expected: "the account's number on the server")
        case "--appid":
            appID = try scanner.number(
                of: option, attached: attached, in: 1...Int64.max, expected: "the application's number")
        case "--token-file":
            tokenFile = try scanner.value(of: option, attached: attached, expected: "FILE")
        case "--directory":
            let text = try scanner.value(of: option, attached: attached, expected: DirectoryArgument.expected)
            guard let place = DirectoryArgument.parse(text) else {
                throw .badValue(option: option, value: text, expected: DirectoryArgument.expected)
            }
            directory = place
        case "--data":
            data = try scanner.value(of: option, attached: attached, expected: "FOLDER")
        default:
            return false
        }
        return true
    }

    /// Checks what belongs together.
    func validate() throws(UsageError) {
        if account != nil, server != nil { throw .conflict("--account", "--server") }
        if account != nil, name != nil { throw .conflict("--account", "--as") }
        if server == nil {
            if uid != nil { throw .required(option: "--server", because: "with --uid") }
            if tokenFile != nil { throw .required(option: "--server", because: "with --token-file") }
            if directory != nil, account == nil {
                throw .required(
                    option: "--server", because: "with --directory (the server of this machine has its own)")
            }
        } else {
            if name != nil { throw .conflict("--as", "--server") }
            if tokenFile == nil {
                throw .required(option: "--token-file", because: "with --server (a file that holds the token)")
            }
        }
    }

    /// A name that can be an account of the embedded server; `argument` is what the error calls it.
    static func name(_ text: String, of argument: String = "NAME") throws(UsageError) -> String {
        let fits =
            text.utf8.count <= 64 && UserNameRule.fits(text) && TextSanitizer.line(text).string == text
            && text.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && !"/:#@".unicodeScalars.contains($0)
            }
        guard fits else { throw .badValue(option: argument, value: text, expected: nameExpected) }
        return text
    }

    static let nameExpected =
        "a name of up to 64 bytes that is no number, does not begin with . - & ? or *, "
        + "and holds no blanks, nothing invisible and none of / : # @"
}
