import ChatEngines
import EventLoop
import Glibc
import IMService

/// An account on somebody else's server.
struct RemoteAccount {
    let server: Endpoint
    /// The generation of the server.
    var generation = ServiceConfiguration.ServerGeneration.today
    let uid: Int64
    let appID: Int64
    let token: String
    /// Its name in the configuration, if it is there.
    var name: String?
    /// Where names can be asked for, if anywhere.
    var directory: DirectoryPlace?
}

/// Where the account of this run comes from.
enum AccountSource {
    /// A name on the embedded server.
    case embedded(name: String, ServerStarter)
    /// A server that somebody else runs.
    case remote(RemoteAccount, DataLocations)

    /// The account that the options ask for.
    static func of(
        _ options: ChatOptions, _ locations: DataLocations, _ loop: EventLoop
    ) throws(ProgramError) -> AccountSource {
        if let server = options.server, let tokenFile = options.tokenFile {
            let login = try TokenFile.read(tokenFile, uid: options.uid)
            return .remote(
                RemoteAccount(
                    server: server, generation: options.generation, uid: login.uid, appID: options.appID ?? 0,
                    token: login.token,
                    name: options.account, directory: options.directory), locations)
        }
        guard let name = options.name ?? (try? ChatOptions.name(ProcessEnvironment.userName)) else {
            throw .account("your login name cannot be a chat name; choose one with --as NAME")
        }
        return .embedded(name: name, ServerStarter(locations: locations, loop: loop))
    }

    /// A store for each number: should a server ever give the name another number, histories do not mix.
    func storePath(uid: Int64) -> String { Paths.join(folder, "messages-\(uid).sqlite") }

    /// The folders of this run.
    var locations: DataLocations {
        switch self {
        case .embedded(_, let server): server.locations
        case .remote(_, let locations): locations
        }
    }

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
        case .remote(let account, _): account.name ?? "\(account.uid)@\(account.server)"
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

    /// Whether a client holds the account now. Only looks: nothing is made where nobody ever did.
    var isHeld: Bool {
        let path = Paths.join(folder, "lock")
        guard Paths.exists(path) else { return false }
        do throws(FileError) {
            _ = try FileLock(path: path)
            return false
        } catch {
            if case .locked = error { return true }
            return false
        }
    }

    /// Takes the account for this process: two clients on one folder would send everything twice. `nil` where another
    /// one has it; fails with `unwritable` where nobody can write here.
    func lock() throws(ProgramError) -> FileLock? {
        do throws(FileError) {
            try Paths.makeFolder(folder)
            let lock = try FileLock(path: Paths.join(folder, "lock"))
            // A lock that is there already can be had in a folder that takes no new file.
            if access(folder, W_OK) != 0, Self.isUnwritable(errno) {
                throw FileError.system(SystemError(operation: "write in", subject: folder, code: errno))
            }
            return lock
        } catch {
            if case .locked = error { return nil }
            if case .system(let system) = error, Self.isUnwritable(system.code) { throw .unwritable("\(error)") }
            throw .account("\(error)")
        }
    }

    private static func isUnwritable(_ code: Int32) -> Bool { [EROFS, EACCES, ENOSPC, EDQUOT].contains(code) }
}
