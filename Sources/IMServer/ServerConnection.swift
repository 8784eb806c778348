internal import EventLoop
internal import IMWire

/// One client's stream on the server's side.
final class ServerConnection {
    /// Numbers connections in the order in which they came.
    let id: Int
    let transport: any Transport
    var decoder = FrameDecoder(direction: .fromClient)
    /// Who is logged in.
    var user: UserKey?
    /// The token it came in with.
    var token: String?
    /// What the client calls its device.
    var device = DeviceName(platform: 0, id: "")
    /// The device's number; 0 is shared.
    var deviceNumber: Int64 = 0
    /// The room the client is in.
    var room: Int64?
    /// When the last whole frame came, or the connection.
    var lastFrame: Instant
    var idleTimer: TimerID?
    /// When it came.
    let openedAt: Instant
    /// How many messages wait for their commit, or what counts for them.
    var pendingWrites = 0
    /// Whether frames that have come wait for the next turn.
    var isReadDue = false
    var isPaused = false
    /// Nothing is read or written any more.
    var isOver = false
    /// Whether `flush` is due.
    var isDirty = false
    /// What the ledger has written down for it, and for whom.
    var counted = 0
    var countedFor: UserKey?
    /// Bytes that the answer being read for it may come to.
    var reservedBytes = 0
    /// SYNCs that wait for the one that is answered, one for each queue.
    var waitingSyncs: [SyncRequest] = []
    /// Whether a SYNC is being answered.
    var isSyncing = false
    /// Whether it stands in the line of those that wait for room.
    var isInLine = false
    /// Looks whether the other side has taken anything.
    var stallTimer: TimerID?
    private var flushedBytes = 0
    private var version: UInt8 = 0
    private var lastSeq: Int32 = 0
    private var buffer: [UInt8] = []

    init(id: Int, transport: any Transport, now: Instant) {
        self.id = id
        self.transport = transport
        lastFrame = now
        openedAt = now
    }

    /// Remembers who logged in and in which version to speak from now on.
    func authenticate(_ user: UserKey, device: DeviceName, number: Int64, version: UInt8) {
        self.user = user
        self.device = device
        deviceNumber = number
        self.version = version
    }

    /// Puts a frame into the buffer; false if it cannot be written at all (a body that grew past the wire's limit).
    func write(_ body: FrameBody, flags: FrameFlags = []) -> Bool {
        let frame = Frame(seq: lastSeq &+ 1, version: version, flags: flags, body: body)
        do {
            try frame.encode(into: &buffer)
        } catch {
            return false
        }
        lastSeq &+= 1
        return true
    }

    /// Whether it is open and nobody has logged in.
    var isStranger: Bool { user == nil && !isOver }

    /// Bytes that were written and not taken by the operating system.
    var pendingBytes: Int { buffer.count + transport.pendingBytes }

    /// Bytes that the operating system has taken.
    var takenBytes: Int { flushedBytes - transport.pendingBytes }

    /// Hands the buffer to the transport in one piece.
    func flush() {
        isDirty = false
        guard !buffer.isEmpty else { return }
        flushedBytes += buffer.count
        transport.send(buffer)
        buffer.removeAll(keepingCapacity: buffer.capacity <= 65_536)
    }
}
