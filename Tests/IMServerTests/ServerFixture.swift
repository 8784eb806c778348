import Database
import EventLoop
import IMServer
import IMWire
import TestSupport
import Testing

/// A server on a manual clock with an in-memory database, and its clients.
final class ServerFixture {
    let clock = ManualClock(wallClock: 1_764_500_000_000)
    let database: InlineDatabase
    let core: ServerCore
    var tokens = 0

    init(path: String = ":memory:", configure: (inout ServerConfiguration) -> Void = { _ in }) throws {
        var configuration = ServerConfiguration()
        configuration.sendsLoginPoints = false
        configure(&configuration)
        var directory = ServerDirectory()
        database = try InlineDatabase(
            path: path, migrations: ServerSchema.migrations,
            prepare: { (connection: DatabaseConnection) throws(DatabaseError) in
                directory = try ServerDirectory.load(connection)
            })
        var count = 0
        core = ServerCore(
            configuration: configuration, scheduler: clock, storage: SQLiteServerStorage(database: database),
            directory: directory,
            makeToken: {
                count += 1
                return "token\(count)"
            })
    }

    /// Lets everything happen that is due.
    func settle() {
        repeat { clock.runDue() } while database.drain() > 0
        clock.runDue()
    }

    /// A stream that is open and not logged in.
    func connect() -> ServerClient {
        let transport = ScriptedTransport(endpoint: .unix(path: "test"), scheduler: clock)
        core.accept(transport)
        transport.connected()
        return ServerClient(transport: transport, fixture: self)
    }

    /// A logged-in client; the user is made if it is not there.
    func logIn(_ uid: Int64, device: String = "d", platform: Int8 = 2, version: UInt8 = 2) throws -> ServerClient {
        let token = try core.grant(uid: uid, name: "user\(uid)").token
        settle()
        let client = connect()
        client.version = version
        client.send(.authToken(platform: platform, token: token, deviceID: device))
        #expect(client.take() == [.authStatus(0)])
        return client
    }
}

/// The client's side of one stream.
final class ServerClient {
    let transport: ScriptedTransport
    private let fixture: ServerFixture
    private var decoder = FrameDecoder(direction: .fromServer)
    private var seq: Int32 = 0
    var version: UInt8 = 2

    init(transport: ScriptedTransport, fixture: ServerFixture) {
        self.transport = transport
        self.fixture = fixture
    }

    var isClosed: Bool { transport.isClosedByUs }

    /// Sends a frame and lets everything happen that is due; answers its seq.
    @discardableResult
    func send(_ body: FrameBody, flags: FrameFlags = []) -> Int32 {
        seq += 1
        transport.receive((try? Frame(seq: seq, version: version, flags: flags, body: body).encoded()) ?? [])
        fixture.settle()
        return seq
    }

    @discardableResult
    func say(_ text: String, from sender: Int64, to receiver: Int64) -> Int32 {
        send(.im(FrameBody.ChatMessage(sender: sender, receiver: receiver, content: WireText(text))))
    }

    @discardableResult
    func sayInGroup(_ text: String, from sender: Int64, to group: Int64) -> Int32 {
        send(.groupIM(FrameBody.ChatMessage(sender: sender, receiver: group, content: WireText(text))))
    }

    /// The frames that came since the last call.
    func takeFrames() -> [Frame] {
        decoder.append(transport.takeSent())
        var frames: [Frame] = []
        while let frame = try? decoder.next() { frames.append(frame) }
        return frames
    }

    /// Their bodies.
    func take() -> [FrameBody] { takeFrames().map(\.body) }
}
