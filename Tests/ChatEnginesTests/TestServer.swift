import Database
import EventLoop
import IMServer
import IMWire
import TestSupport
import Testing

/// The embedded server on virtual time; it can be killed and started again on its database.
final class TestServer {
    static let appID: Int64 = 7

    let clock: ManualClock
    let network: SimulatedNetwork
    private(set) var core: ServerCore
    private(set) var database: any DatabaseExecutor
    private let path: String
    private let configuration: ServerConfiguration
    /// The disk of a simulated program; `nil`: work is done inside the calls.
    private let disk: SimulatedDisk?

    init(
        clock: ManualClock, network: SimulatedNetwork, path: String = ":memory:", disk: SimulatedDisk? = nil,
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = ServerConfiguration()
        configuration.sendsLoginPoints = false
        configure(&configuration)
        self.configuration = configuration
        self.clock = clock
        self.network = network
        self.path = path
        self.disk = disk
        (core, database) = try Self.make(clock, path, disk, configuration)
        listen()
    }

    private static func make(
        _ clock: ManualClock, _ path: String, _ disk: SimulatedDisk?, _ configuration: ServerConfiguration
    ) throws -> (ServerCore, any DatabaseExecutor) {
        var directory = ServerDirectory()
        let load = { (connection: DatabaseConnection) throws(DatabaseError) in
            directory = try ServerDirectory.load(connection)
        }
        let database: any DatabaseExecutor
        if let disk {
            database = try disk.open(path: path, migrations: ServerSchema.migrations, prepare: load)
        } else {
            let bell = Bell()
            let inline = try InlineDatabase(
                path: path, migrations: ServerSchema.migrations,
                notify: { clock.schedule(after: 1) { bell.ring?() } }, prepare: load)
            bell.ring = { [weak inline] in inline?.drain() }
            database = inline
        }
        let core = ServerCore(
            configuration: configuration, scheduler: clock, storage: SQLiteServerStorage(database: database),
            directory: directory)
        return (core, database)
    }

    func listen() { network.accept = { [weak self] in self?.core.accept($0) } }

    /// Nobody listens, and every stream is broken.
    func goAway() {
        network.accept = nil
        network.breakAll()
    }

    /// Ends without a word and starts again with what the database holds.
    func restart() throws {
        goAway()
        disk?.kill()
        (core, database) = try Self.make(clock, path, disk, configuration)
        listen()
    }

    /// Lets a user in with the token `tokenUID`.
    func admit(_ uid: Int64, name: String? = nil, appID: Int64 = TestServer.appID) {
        let key = UserKey(appID: appID, uid: uid)
        core.admit(token: "token\(appID == Self.appID ? "" : "\(appID)-")\(uid)", user: key)
        if let name { core.putUser(key, name: name) }
    }

    /// Makes a group without telling anybody.
    func putGroup(_ id: Int64, name: String, members: [Int64], isSuper: Bool = false) {
        core.putGroup(
            ServerGroup(
                id: id, appID: Self.appID, name: name, master: members[0], isSuper: isSuper,
                members: members.map { ServerGroup.Member(uid: $0) }))
    }

    /// Writes in a user's name, as another client of that user would.
    func say(_ json: String, from sender: Int64, to receiver: Int64) {
        core.post(from: UserKey(appID: Self.appID, uid: sender), to: receiver, content: WireText(json))
    }

    func say(_ json: String, from sender: Int64, group: Int64) {
        core.postGroup(from: UserKey(appID: Self.appID, uid: sender), group: group, content: WireText(json))
    }

    /// A user's whole queue, oldest first.
    func queue(of uid: Int64, appID: Int64 = TestServer.appID) throws -> [FrameBody] {
        try entries(of: .user(UserKey(appID: appID, uid: uid)))
    }

    /// A whole queue, oldest first.
    func entries(of queue: QueueID) throws -> [FrameBody] {
        var result: [FrameBody] = []
        let storage = SQLiteServerStorage(database: database)
        storage.read(QueueSlice(queue: queue, after: 0, limit: .max >> 1, byteLimit: .max >> 1)) { answer in
            if case .success(let batch) = answer { result = batch.entries.map(\.body) }
        }
        database.drain()
        return result
    }

    /// The directory as a restart would find it.
    func keptDirectory() throws -> ServerDirectory {
        var result: Result<ServerDirectory, DatabaseError>?
        database.perform(
            .read, rows: 0,
            { (connection: DatabaseConnection) throws(DatabaseError) in try ServerDirectory.load(connection) }
        ) { result = $0 }
        database.drain()
        return try (result ?? .success(ServerDirectory())).get()
    }

    private final class Bell {
        var ring: (() -> Void)?
    }
}
