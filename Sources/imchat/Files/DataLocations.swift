import EventLoop

/// Where this user's files belong (XDG base directories), or all in one folder with `--data`.
struct DataLocations: Equatable {
    /// Messages, accounts, the server's queues.
    let data: String
    /// Logs.
    let state: String
    /// Sockets; on the machine itself, ours alone, short enough for a socket's path.
    let runtime: String
    /// Whether the folder was given with `--data`.
    var isChosen = false

    /// What another process of this program is given to find the same folders.
    var arguments: [String] { isChosen ? ["--data", data] : [] }

    var serverLock: String { Paths.join(data, "server.lock") }
    var serverDatabase: String { Paths.join(data, "server.sqlite") }
    var serverRecord: String { Paths.join(data, "server.json") }
    /// Left behind by `imchat server stop`: clients do not start the server again by themselves.
    var stoppedMark: String { Paths.join(data, "server.stopped") }
    /// Says why the server that was started last could not serve. Not in the data folder: that may be the trouble.
    var serverTrouble: String { Paths.join(runtime, Self.digest(data) + ".trouble") }
    /// What terminals were found to do.
    var terminals: String { Paths.join(state, "terminals.json") }
    /// Says that the first start's page was shown.
    var welcomed: String { Paths.join(state, "welcomed") }
    var serverLog: String { Paths.join(state, "server.log") }
    var chatSocket: String { Paths.join(runtime, Self.digest(data) + ".chat") }
    var directorySocket: String { Paths.join(runtime, Self.digest(data) + ".directory") }

    /// Where a running client of an account takes messages from `imchat send`.
    func controlSocket(of folder: String) -> String { Paths.join(runtime, Self.digest(folder) + ".control") }

    /// The folder of one account.
    func account(_ name: String) -> String { Paths.join(Paths.join(data, "accounts"), name) }

    /// The names on the server of this machine that were used here, and the user's own.
    var accountNames: [String] {
        let used = Paths.names(in: Paths.join(data, "accounts")).filter { !$0.hasPrefix("@") && !$0.hasPrefix(".") }
        let own = (try? ChatOptions.name(ProcessEnvironment.userName)).map { [$0] } ?? []
        return used.sorted() + own.filter { !used.contains($0) }
    }

    /// Finds the folders and makes them.
    ///
    /// - Parameter chosen: the folder of `--data`.
    static func prepare(chosen: String?) throws(ProgramError) -> DataLocations {
        let locations = try find(
            chosen: chosen, home: ProcessEnvironment.homeFolder, userID: ProcessEnvironment.userID,
            variable: ProcessEnvironment.variable, currentFolder: Paths.currentFolder)
        do throws(FileError) {
            for folder in [locations.data, locations.state, locations.runtime] { try Paths.makeFolder(folder) }
        } catch {
            throw .folder("\(error); choose a folder that you may write with --data")
        }
        // In a folder that everybody may write, somebody else may have been there first.
        let owner = Paths.ownerAndMode(locations.runtime)
        guard let owner, owner.userID == ProcessEnvironment.userID, owner.mode & 0o077 == 0 else {
            throw .folder("\(locations.runtime) is not yours alone; remove it, or set XDG_RUNTIME_DIR")
        }
        return locations
    }

    /// The rule, without touching a file.
    static func find(
        chosen: String?, home: String?, userID: UInt32, variable: (String) -> String?, currentFolder: String?
    ) throws(ProgramError) -> DataLocations {
        // The specification: paths that are not absolute are to be ignored.
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let runtime = folder("XDG_RUNTIME_DIR").map { Paths.join($0, "imchat") } ?? "/tmp/imchat-\(userID)"
        if let chosen {
            let absolute = chosen.hasPrefix("/") ? chosen : currentFolder.map { Paths.join($0, chosen) }
            guard let absolute else { throw .noFolder("the current folder is gone; give --data an absolute path") }
            return DataLocations(data: absolute, state: absolute, runtime: runtime, isChosen: true)
        }
        let data = folder("XDG_DATA_HOME") ?? home.map { Paths.join($0, ".local/share") }
        let state = folder("XDG_STATE_HOME") ?? home.map { Paths.join($0, ".local/state") }
        guard let data, let state else {
            throw .noFolder("there is no home folder to keep messages in; set HOME or give a folder with --data")
        }
        return DataLocations(
            data: Paths.join(data, "imchat"), state: Paths.join(state, "imchat"), runtime: runtime)
    }

    /// A short name for a data folder, the same in every process: FNV-1a, 64 bits, in base 36.
    static func digest(_ path: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }
}
