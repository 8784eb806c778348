import EventLoop
import IMServer

/// `imchat server …`
enum ServerCommand {
    static func run(_ options: ServerOptions) throws(ProgramError) -> Int32 {
        let locations = try DataLocations.prepare(chosen: options.data)
        switch options.action {
        case .run: return try serve(locations, options)
        case .status: return status(locations)
        case .stop: return try stop(locations)
        case .manage(let command):
            guard isRunning(locations) else { return try serve(locations, options) }
            return ManagementClient.run(command, locations: locations, loop: EventLoop())
        case .addToken(let name, let uid):
            guard isRunning(locations) else { return try serve(locations, options) }
            let loop = EventLoop()
            var code: Int32 = 1
            TokenCommand.grant(name, uid: uid, locations: locations, loop: loop) { answer in
                code = answer
                loop.stop()
            }
            loop.run()
            return code
        }
    }

    private static func serve(_ locations: DataLocations, _ options: ServerOptions) throws(ProgramError) -> Int32 {
        let process = ServerProcess(locations: locations, options: options)
        // Its handlers hold it weakly; optimised code would let go of it at the last use inside `run`.
        defer { withExtendedLifetime(process) {} }
        return try process.run()
    }

    /// Whether a server holds the folder's lock.
    static func isRunning(_ locations: DataLocations) -> Bool {
        do throws(FileError) {
            try FileLock(path: locations.serverLock).release()
            return false
        } catch {
            if case .locked = error { return true }
            return false
        }
    }

    private static func status(_ locations: DataLocations) -> Int32 {
        guard isRunning(locations) else {
            CommandOutput.say("no server runs for \(locations.data)")
            if let record = JSONFile.read(ServerRecord.self, from: locations.serverRecord), !record.isEmbedded {
                CommandOutput.say(ChatApplication.words(.gone(listen: record.listen)))
            }
            return 1
        }
        guard let record = JSONFile.read(ServerRecord.self, from: locations.serverRecord) else {
            CommandOutput.say("a server is starting for \(locations.data)")
            return 0
        }
        let start = LocalClock.fields(milliseconds: record.startedAt)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        CommandOutput.say(
            """
            a server runs for \(locations.data)
              version  \(record.version)
              process  \(record.processID), since \(start.year)-\(two(start.month))-\(two(start.day)) \
            \(two(start.hour)):\(two(start.minute))
              socket   \(locations.chatSocket)
              network  \(record.listen ?? "not served")
              HTTP     \(record.http ?? "not served")
              ends     \(record.isEmbedded ? "a minute after its last client" : "when it is stopped")
              log      \(locations.serverLog)
            """)
        return ManagementClient.run(.status, locations: locations, loop: EventLoop(), indent: "  ")
    }

    private static func stop(_ locations: DataLocations) throws(ProgramError) -> Int32 {
        guard let record = JSONFile.read(ServerRecord.self, from: locations.serverRecord) else {
            CommandOutput.say("no server runs for \(locations.data)")
            return 0
        }
        do throws(FileError) {
            try Files.writeAtomically(locations.stoppedMark, [], mode: 0o600)
            guard isRunning(locations) else {
                try Paths.remove(locations.serverRecord)
                CommandOutput.say("no server runs for \(locations.data); what the last one left behind is cleared away")
                return 0
            }
        } catch {
            throw .server("\(error)")
        }
        RunningProcess.terminate(record.processID)
        let loop = EventLoop()
        let hasEnded = loop.run(atMost: 10_000) {
            // The lock is looked at each 20 ms; nothing tells when somebody else's lock is free.
            loop.schedule(after: 20) {}
            return !isRunning(locations)
        }
        guard hasEnded else { throw .server("the server (process \(record.processID)) does not end") }
        CommandOutput.say("stopped")
        return 0
    }
}
