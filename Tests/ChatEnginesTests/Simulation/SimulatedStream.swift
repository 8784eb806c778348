import EventLoop
import TestSupport

/// A byte stream between two ends in one process, on virtual time, with faults.
final class SimulatedStream {
    /// What the network does to one direction of a stream.
    struct Faults {
        /// Milliseconds from sending to arriving, for each piece.
        var delay: () -> Int64 = { 1 }
        /// How many bytes the next piece has; pieces arrive one by one.
        var piece: () -> Int = { .max }
        /// Whether a piece that arrives waits to be read together with the next one.
        var merges: () -> Bool = { false }
        /// After so many bytes the stream breaks, and what is behind them is lost.
        var cutAfter = Int.max
        /// After so many bytes nothing arrives any more, and nobody is told.
        var silentAfter = Int.max
        /// Put in front of the chunk that reaches so many bytes.
        var garbageAfter = Int.max
        /// What is put in.
        var garbage: [UInt8] = []
        /// What happens to acknowledgements, on the way to the client.
        var tamper: FrameTamper?
    }

    private struct Direction {
        var faults: Faults
        var sent = 0
        var lastArrival: Instant
        var isSilent = false
        /// Pieces on their way.
        var underWay = 0
        /// Pieces that have arrived and are not read.
        var arrived: [UInt8] = []
    }

    let clock: ManualClock
    /// Whose stream it is.
    let owner: String
    private(set) lazy var client = SimulatedEnd(stream: self)
    private(set) lazy var server = SimulatedEnd(stream: self)
    /// A second end at the server that reads what the client writes, and whose own words nobody hears.
    private(set) var ghost: SimulatedEnd?
    private var toServer: Direction
    private var toClient: Direction
    private(set) var isOver = false

    init(clock: ManualClock, owner: String = "", toServer: Faults, toClient: Faults) {
        self.clock = clock
        self.owner = owner
        self.toServer = Direction(faults: toServer, lastArrival: clock.now)
        self.toClient = Direction(faults: toClient, lastArrival: clock.now)
    }

    /// Doubles the connection at the server's side.
    func makeGhost() -> SimulatedEnd {
        let end = SimulatedEnd(stream: self)
        ghost = end
        return end
    }

    /// Carries bytes of one end to the other.
    func carry(_ bytes: [UInt8], from end: SimulatedEnd) {
        guard end !== ghost, !isOver else { return }
        let isFromClient = end === client
        var direction = isFromClient ? toServer : toClient
        defer { if isFromClient { toServer = direction } else { toClient = direction } }
        guard !direction.isSilent else { return }
        var bytes = direction.faults.tamper?.pass(bytes) ?? bytes
        if direction.sent + bytes.count >= direction.faults.garbageAfter {
            direction.faults.garbageAfter = .max
            bytes = direction.faults.garbage + bytes
        }
        var isCut = false
        let room = min(direction.faults.cutAfter, direction.faults.silentAfter) - direction.sent
        if bytes.count >= room {
            bytes = Array(bytes.prefix(room))
            isCut = direction.faults.cutAfter <= direction.faults.silentAfter
            direction.isSilent = true
        }
        direction.sent += bytes.count
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(max(1, direction.faults.piece())))
            rest = rest.dropFirst(piece.count)
            direction.underWay += 1
            arrive(&direction) { [weak self] in self?.arrived(piece, fromClient: isFromClient) }
        }
        if isCut { arrive(&direction) { [weak self] in self?.break() } }
    }

    private func arrived(_ piece: [UInt8], fromClient: Bool) {
        var direction = fromClient ? toServer : toClient
        direction.underWay -= 1
        direction.arrived += piece
        var read: [UInt8] = []
        if direction.underWay == 0 || !direction.faults.merges() { swap(&read, &direction.arrived) }
        if fromClient { toServer = direction } else { toClient = direction }
        guard !read.isEmpty else { return }
        guard fromClient else { return client.deliver(.received(read)) }
        server.deliver(.received(read))
        ghost?.deliver(.received(read))
    }

    /// One end has closed in order: the other hears it behind what is on the way.
    func finish(from end: SimulatedEnd) {
        guard end !== ghost else { return }
        let isFromClient = end === client
        var direction = isFromClient ? toServer : toClient
        if !direction.isSilent {
            arrive(&direction) { [weak self] in
                guard let self else { return }
                guard isFromClient else { return client.deliver(.closed(nil)) }
                server.deliver(.closed(nil))
                ghost?.deliver(.closed(nil))
            }
        }
        if isFromClient { toServer = direction } else { toClient = direction }
    }

    /// All ends hear a reset; what is on the way is lost.
    func `break`() {
        guard !isOver else { return }
        isOver = true
        client.deliver(.closed(.reset))
        server.deliver(.closed(.reset))
        ghost?.deliver(.closed(.reset))
    }

    /// No more faults than there are.
    func heal() {
        for path in [\SimulatedStream.toServer.faults, \SimulatedStream.toClient.faults] {
            self[keyPath: path] = Faults(tamper: self[keyPath: path].tamper)
        }
    }

    /// Nothing arrives any more, and nobody is told.
    func fallSilent() {
        toServer.isSilent = true
        toClient.isSilent = true
        isOver = true
    }

    private func arrive(_ direction: inout Direction, _ action: @escaping () -> Void) {
        let instant = max(direction.lastArrival, clock.now.advanced(by: max(1, direction.faults.delay())))
        direction.lastArrival = instant
        clock.schedule(at: instant) { [weak self] in
            guard let self, !isOver else { return }
            action()
        }
    }
}
