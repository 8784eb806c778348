import ChatUI
import EventLoop

extension ChatOptions {
    /// The options with what the configuration says of the account that is asked for: by `--account`, or by the
    /// setting `account` where the command line names nobody.
    func completed(by settings: Settings, home: String? = ProcessEnvironment.homeFolder) throws(ProgramError)
        -> ChatOptions
    {
        guard let wanted = account ?? (server == nil && name == nil ? settings.account : nil) else { return self }
        guard let found = settings.accounts.first(where: { $0.name == wanted }) else {
            let names = settings.accounts.map(\.name).joined(separator: ", ")
            throw .account(
                "there is no account ‘\(wanted)’ in the configuration" + (names.isEmpty ? "" : "; there are \(names)"))
        }
        guard let endpoint = EndpointArgument.parse(found.server) else {
            throw .account("the server of account ‘\(wanted)’ should be \(EndpointArgument.expected)")
        }
        var options = self
        options.server = endpoint
        options.uid = uid ?? found.uid
        options.appID = appID ?? found.appID
        options.tokenFile = tokenFile ?? Self.path(found.tokenFile, home: home)
        return options
    }

    /// `~/` is the home folder; nothing else is expanded.
    private static func path(_ text: String, home: String?) -> String {
        guard text.hasPrefix("~/"), let home else { return text }
        return Paths.join(home, String(text.dropFirst(2)))
    }
}
