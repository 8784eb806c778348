import ChatEngines
import EventLoop

/// An account on somebody else's server.
struct RemoteAccount {
    let server: Endpoint
    let uid: Int64
    let appID: Int64
    let token: String
}

/// Where the account of this run comes from.
enum AccountSource {
    /// A name on the embedded server.
    case embedded(name: String, ServerStarter)
    /// A server that somebody else runs.
    case remote(RemoteAccount, DataLocations)

    /// The folder of the account's files.
    var folder: String {
        switch self {
        case .embedded(let name, let server): server.locations.account(name)
        case .remote(let account, let locations):
            locations.account(Self.folderName(account))
        }
    }

    /// The account's name in session ids.
    var accountName: String {
        switch self {
        case .embedded(let name, _): name
        case .remote(let account, _): "\(account.uid)@\(account.server)"
        }
    }

    /// A folder name for an account elsewhere: what is no plain character becomes `_`, and a digest keeps two apart.
    static func folderName(_ account: RemoteAccount) -> String {
        let address = account.server.description
        let plain = address.unicodeScalars.map { scalar -> Character in
            let isPlain =
                ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                || scalar == "." || scalar == "-"
            return isPlain ? Character(scalar) : "_"
        }
        return "@\(account.uid)-\(String(plain.prefix(40)))-\(DataLocations.digest(address))"
    }

    /// Takes the account for this process: two clients on one folder would send everything twice.
    func lock() throws(ProgramError) -> FileLock {
        do throws(FileError) {
            try Paths.makeFolder(folder)
            return try FileLock(path: Paths.join(folder, "lock"))
        } catch {
            if case .locked = error {
                throw .account(
                    "\(accountName) is open in another terminal already; close it there, or be somebody else with --as NAME"
                )
            }
            throw .account("\(error)")
        }
    }
}
