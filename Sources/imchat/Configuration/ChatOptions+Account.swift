import ChatUI
import EventLoop
import HeadlessCommands

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
                "there is no account “\(wanted)” in the configuration" + (names.isEmpty ? "" : "; there are \(names)"))
        }
        guard found.isUsable else {
            throw .account("account “\(wanted)” cannot be used as the configuration has it: mend its entry there")
        }
        guard let named = ServerArgument.parse(found.server) else {
            throw .account("the server of account “\(wanted)” should be \(ServerArgument.expected)")
        }
        var options = self
        options.account = wanted
        if directory == nil, let text = found.directory {
            guard let place = DirectoryArgument.parse(text) else {
                throw .account("the directory of account “\(wanted)” should be \(DirectoryArgument.expected)")
            }
            options.directory = place
        }
        (options.server, options.generation) = (named.endpoint, named.generation)
        options.uid = uid ?? found.uid
        options.appID = appID ?? found.appID
        options.tokenFile = tokenFile ?? Self.path(found.tokenFile, home: home)
        return options
    }

    /// The options for an address that may begin with an account's name, where nothing else says whose it is: an
    /// account of the configuration, else one of the names that were used on the server of this machine. A message must
    /// not go to another server because of a slip, so any other name is refused.
    func choosing(
        by address: String?, _ settings: Settings, localNames: @autoclosure () -> [String]
    ) throws(ProgramError) -> ChatOptions {
        guard account == nil, name == nil, server == nil, let address,
            let wanted = ChatAddress.account(in: address)
        else { return self }
        var options = self
        if settings.accounts.contains(where: { $0.name == wanted }) {
            options.account = wanted
            return options
        }
        let names = localNames()
        guard names.contains(wanted) else {
            let known = (settings.accounts.map(\.name) + names).joined(separator: ", ")
            throw .usage("there is no account “\(wanted)” for '\(address)'; there are \(known)")
        }
        options.name = wanted
        return options
    }

    /// `~/` is the home folder; nothing else is expanded.
    private static func path(_ text: String, home: String?) -> String {
        guard text.hasPrefix("~/"), let home else { return text }
        return Paths.join(home, String(text.dropFirst(2)))
    }
}
