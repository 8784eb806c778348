import ChatEngines
import ChatUI
import EventLoop
import Glibc
import HeadlessCommands
import IMModel
import MessageStore

/// Runs the commands on the message store; no server is asked and none is started.
enum StoreCommands {
    static func run(_ options: StoreOptions) throws(ProgramError) -> Int32 {
        let locations = try DataLocations.prepare(chosen: options.account.data)
        let loop = EventLoop()
        let source = try AccountSource.of(
            HeadlessRun.completed(options.account, options.action.address, locations), locations, loop)
        let path = try storePath(source)
        switch options.action {
        case .import, .path: break
        case .sessions, .search, .export, .facts, .check, .recover, .compact:
            // A log or a recovered file alone is for the client to put in order.
            guard ["", "-wal", ".recovered"].contains(where: { Paths.exists(path + $0) }) else {
                throw nothingYet(source)
            }
        }
        do throws(HeadlessFailure) {
            switch options.action {
            case .sessions(let json):
                return try written { (output) throws(HeadlessFailure) in
                    try SessionsCommand.run(reader(path, source), json: json, output: output)
                }
            case .search(var search):
                search.now = loop.wallClock
                try finishIndex(path, source)
                return try written { (output) throws(HeadlessFailure) in
                    let count = try SearchCommand.run(
                        reader(path, source), search, output: output, notice: CommandOutput.complain)
                    if count == 0 { CommandOutput.complain("nothing found") }
                }
            case .export(let address, let format, let file):
                return try export(reader(path, source), address, format, file)
            case .import(let file): return try take(file, into: path, source)
            case .facts:
                bringUpToDate(path, source)
                return try facts(path, ConfigurationFiles.find(chosen: options.account.data).settings().0)
            case .check: return try check(path)
            case .recover: return try recover(path, source)
            case .path:
                CommandOutput.say(path)
                return 0
            case .compact: return try compact(path, source)
            }
        } catch {
            return HeadlessRun.code(.failure(error))
        }
    }

    private static func storePath(_ source: AccountSource) throws(ProgramError) -> String {
        switch source {
        case .remote(let account, _): return source.storePath(uid: account.uid)
        case .embedded:
            let record = JSONFile.read(AccountRecord.self, from: Paths.join(source.folder, "account.json"))
            guard let record else {
                throw nothingYet(source)
            }
            return source.storePath(uid: record.uid)
        }
    }

    private static func nothingYet(_ source: AccountSource) -> ProgramError {
        .account("\(source.accountName) has no messages here yet (looked in \(source.folder))")
    }

    private static func reader(_ path: String, _ source: AccountSource) throws(HeadlessFailure) -> StoreReader {
        bringUpToDate(path, source)
        return try StoreReader(path: path, account: source.accountName, codec: GoBelieveStoreCodec.codec)
    }

    /// Does what a start of the client does to a file that an older program has written. Where that cannot be (somebody has
    /// the account open, nothing can be written), the reader says what is wrong.
    private static func bringUpToDate(_ path: String, _ source: AccountSource) {
        guard MessageStore.isOlder(path: path), let lock = try? lock(source) else { return }
        defer { lock.release() }
        try? writable(path, source).close()
    }

    /// Completes the search index, which a running client does in the background. Where that cannot be, the search says how
    /// much it has seen.
    private static func finishIndex(_ path: String, _ source: AccountSource) throws(HeadlessFailure) {
        guard try !reader(path, source).isIndexed(), let lock = try? lock(source) else { return }
        defer { lock.release() }
        guard let store = try? writable(path, source) else { return }
        defer { store.close() }
        let isTold = ProcessEnvironment.isTerminal(2)
        try? StoreReader(store: store).index { percent in
            if isTold { CommandOutput.progress("the search index is being made, \(percent) %") }
        }
        if isTold { CommandOutput.progress("") }
    }

    private static func writable(_ path: String, _ source: AccountSource) throws(StoreError) -> MessageStore {
        try MessageStore.openInline(
            path: path, account: source.accountName, codec: GoBelieveStoreCodec.codec, makeDeviceID: { UUIDv4.make() })
    }

    private static func written(_ body: (LineOutput) throws(HeadlessFailure) -> Void) throws(HeadlessFailure) -> Int32 {
        let output = LineOutput(descriptor: 1)
        try body(output)
        output.flush()
        if let failure = output.failure { throw .failed("\(failure)") }
        return 0
    }

    /// The file appears whole or not at all. A device or a pipe is written into, and a link leads to the file.
    private static func export(
        _ reader: StoreReader, _ address: String, _ format: ExportCommand.Format, _ file: String?
    ) throws(HeadlessFailure) -> Int32 {
        guard let file, file != "-" else {
            return try written { (output) throws(HeadlessFailure) in
                try ExportCommand.run(reader, address: address, format: format, output: output)
            }
        }
        if Paths.isSpecial(file) {
            let descriptor = open(file, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw .failed("cannot write \(file): \(SystemError.words(errno))") }
            defer { close(descriptor) }
            try ExportCommand.run(
                reader, address: address, format: format, output: LineOutput(descriptor: descriptor, name: file))
            return 0
        }
        let target = Paths.resolved(file)
        let partial = "\(target).\(ProcessEnvironment.processID).partial"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .failed("cannot write \(file): \(SystemError.words(errno))") }
        do throws(HeadlessFailure) {
            try ExportCommand.run(
                reader, address: address, format: format, output: LineOutput(descriptor: descriptor, name: file))
            guard fsync(descriptor) == 0, close(descriptor) == 0, rename(partial, target) == 0 else {
                throw .failed("cannot write \(file): \(SystemError.words(errno))")
            }
        } catch {
            unlink(partial)
            throw error
        }
        return 0
    }

    private static func take(
        _ file: String, into path: String, _ source: AccountSource
    ) throws(HeadlessFailure) -> Int32 {
        let lock = try lock(source)
        defer { lock.release() }
        let descriptor = file == "-" ? 0 : open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .failed("cannot read \(file): \(SystemError.words(errno))") }
        let store: MessageStore
        do throws(StoreError) {
            try MessageStore.refuseLost(path)
            store = try writable(path, source)
        } catch {
            throw HeadlessFailure(error)
        }
        defer { store.close() }
        let isTold = ProcessEnvironment.isTerminal(2)
        let command = ImportCommand(store: store, codec: GoBelieveStoreCodec.codec) { lines in
            if isTold { CommandOutput.progress("\(lines) lines") }
        }
        try LineReader.forEach(descriptor) { (line) throws(HeadlessFailure) in try command.line(line) }
        let summary = try command.finish()
        if isTold { CommandOutput.progress("") }
        let added = summary.added == 1 ? "1 message" : "\(summary.added) messages"
        CommandOutput.say("\(added) taken in, \(summary.known) were there already")
        for line in summary.complaint { CommandOutput.complain(line) }
        return summary.bad > 0 ? 1 : 0
    }

    private static func lock(_ source: AccountSource) throws(HeadlessFailure) -> FileLock {
        let lock: FileLock?
        do throws(ProgramError) {
            lock = try source.lock()
        } catch {
            throw .failed(error.line)
        }
        guard let lock else { throw .failed("\(source.accountName) is open in an imchat; close it there first") }
        return lock
    }

    private static func trouble(_ path: String, _ error: StoreError) -> HeadlessFailure {
        .failed("\(path): \(HeadlessFailure(error).line)")
    }

    /// What the store holds.
    private static func facts(_ path: String, _ settings: Settings) throws(HeadlessFailure) -> Int32 {
        let facts: StoreFacts
        do throws(StoreError) {
            facts = try MessageStore.facts(path: path)
        } catch {
            throw trouble(path, error)
        }
        CommandOutput.say(path)
        CommandOutput.say("\(facts.messages) messages in \(facts.sessions) sessions, \(size(facts.bytes))")
        if facts.freeBytes > facts.bytes / 10 {
            CommandOutput.say("\(size(facts.freeBytes)) of that are free: imchat store compact gives them back")
        }
        if let indexed = facts.indexed { CommandOutput.say("\(indexed) % of it can be searched so far") }
        if facts.gaps > 0 || facts.missesHistory {
            CommandOutput.say("messages are known to be missing: they are asked for when you come there")
        }
        let kept = [
            settings.keepDays.map { $0 == 1 ? "1 day" : "\($0) days" },
            settings.keepMessages.map { $0 == 1 ? "1 message of each session" : "\($0) messages of each session" },
        ].compactMap { $0 }
        CommandOutput.say(kept.isEmpty ? "everything is kept" : "kept: \(kept.joined(separator: ", "))")
        return 0
    }

    private static func size(_ bytes: Int64) -> String {
        bytes < 10 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
    }

    private static func check(_ path: String) throws(HeadlessFailure) -> Int32 {
        do throws(StoreError) {
            let faults = try MessageStore.check(path: path)
            guard faults.isEmpty else {
                for fault in faults { CommandOutput.complain(fault) }
                CommandOutput.complain(
                    "\(path) is damaged: imchat store recover puts it in order, and keeps aside what it has to replace")
                return 1
            }
            CommandOutput.say("\(path) is in order")
            return 0
        } catch {
            throw trouble(path, error)
        }
    }

    private static func recover(_ path: String, _ source: AccountSource) throws(HeadlessFailure) -> Int32 {
        let lock = try lock(source)
        defer { lock.release() }
        do throws(StoreError) {
            let report = try MessageStore.repair(
                path: path, account: source.accountName, codec: GoBelieveStoreCodec.codec)
            CommandOutput.say(report?.words ?? "\(path) is in order, there is nothing to recover")
        } catch {
            throw trouble(path, error)
        }
        return 0
    }

    private static func compact(_ path: String, _ source: AccountSource) throws(HeadlessFailure) -> Int32 {
        let lock = try lock(source)
        defer { lock.release() }
        do throws(StoreError) {
            try MessageStore.compact(path: path)
        } catch {
            throw trouble(path, error)
        }
        CommandOutput.say("\(path) is compact")
        return 0
    }
}
