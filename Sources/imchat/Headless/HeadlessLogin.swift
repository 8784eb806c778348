import EventLoop
import HeadlessCommands
import IMService

/// The account that a command without a screen works for.
enum HeadlessLogin {
    /// Finds the account and sees to it that its server runs. Runs the loop while the server is asked.
    ///
    /// - Parameter isFresh: whether the server of this machine is asked for a token, though one is known.
    static func account(
        _ options: ChatOptions, _ locations: DataLocations, _ loop: EventLoop, isFresh: Bool = false
    ) throws(ProgramError) -> HeadlessAccount {
        let source = try AccountSource.of(options, locations, loop)
        switch source {
        case .remote(let remote, _):
            var found = account(
                source, locations, remote.uid, nil, remote.appID, remote.server, remote.token, remote.directory)
            found.generation = remote.generation
            return found
        case .embedded(let name, let server):
            let path = Paths.join(source.folder, "account.json")
            let known = JSONFile.read(AccountRecord.self, from: path)
            let record: AccountRecord
            if let known, !isFresh, known.name == name, ServerCommand.isRunning(locations) {
                record = known
            } else {
                record = try ask(server, name, loop)
                do throws(FileError) {
                    try Paths.makeFolder(source.folder)
                    try JSONFile.write(record, to: path)
                } catch {
                    throw .account("\(error)")
                }
            }
            return account(
                source, locations, record.uid, record.name, record.appID, .unix(path: locations.chatSocket),
                record.token, .unix(path: locations.directorySocket))
        }
    }

    private static func ask(
        _ server: ServerStarter, _ name: String, _ loop: EventLoop
    ) throws(ProgramError) -> AccountRecord {
        var answer: Result<AccountRecord, ServerStarter.Trouble>?
        server.account(named: name) { answer = $0 }
        loop.run(atMost: 15_000) { answer != nil }
        switch answer {
        case .success(let record): return record
        case .failure(let trouble): throw .server(ChatApplication.words(trouble))
        case nil: throw .server("the server does not answer; see \(server.locations.serverLog)")
        }
    }

    private static func account(
        _ source: AccountSource, _ locations: DataLocations, _ uid: Int64, _ name: String?, _ appID: Int64,
        _ endpoint: Endpoint, _ token: String, _ directory: DirectoryPlace?
    ) -> HeadlessAccount {
        HeadlessAccount(
            name: source.accountName, uid: uid, displayName: name, appID: appID, endpoint: endpoint, token: token,
            directory: directory, folder: source.folder, storePath: source.storePath(uid: uid),
            controlSocket: locations.controlSocket(of: source.folder))
    }
}
