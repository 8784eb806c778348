import EventLoop
import IMService

/// `imchat server token add NAME [UID]`: prints `UID TOKEN`, which is what `--token-file` takes.
enum TokenCommand {
    /// Asks the directory of the running server; `completion` gets the exit code.
    static func grant(
        _ name: String, uid: Int64?, locations: DataLocations, loop: EventLoop, completion: @escaping (Int32) -> Void
    ) {
        let client = DirectoryClient(endpoint: .unix(path: locations.directorySocket), scheduler: loop, connector: loop)
        client.grant(name: name, uid: uid, deviceID: "token") { result in
            switch result {
            case .success(let grant):
                CommandOutput.say("\(grant.uid) \(grant.token)")
                completion(0)
            case .failure(let error):
                CommandOutput.complain("no token for \(name): \(error.words)")
                completion(1)
            }
            withExtendedLifetime(client) {}
        }
    }
}
