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
        /// After so many bytes the stream breaks, and what is behind them is lost.
        var cutAfter = Int.max
        /// After so many bytes nothing arrives any more, and nobody is told.
        var silentAfter = Int.max
        /// Put in front of the chunk that reaches so many bytes.
        var garbageAfter = Int.max
        /// What is put in.
        var garbage: [UInt8] = []
    }

    private struct Direction {
        var faults: Faults
        var sent = 0
        var lastArrival: Instant
        var isSilent = false
    }

    let clock: ManualClock
    private(set) lazy var client = SimulatedEnd(stream: self, isClient: true)
    private(set) lazy var server = SimulatedEnd(stream: self, isClient: false)
    private var toServer: Direction
    private var toClient: Direction
    private(set) var isOver = false

    init(clock: ManualClock, toServer: Faults, toClient: Faults) {
        self.clock = clock
        self.toServer = Direction(faults: toServer, lastArrival: clock.now)
        self.toClient = Direction(faults: toClient, lastArrival: clock.now)
    }

    /// Carries bytes of one end to the other.
    func carry(_ bytes: [UInt8], fromClient: Bool) {
        var direction = fromClient ? toServer : toClient
        defer { if fromClient { toServer = direction } else { toClient = direction } }
        guard !direction.isSilent, !isOver else { return }
        var bytes = bytes
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
            arrive(&direction) { [weak self] in self?.end(ofClient: !fromClient).deliver(.received(piece)) }
        }
        if isCut { arrive(&direction) { [weak self] in self?.break() } }
    }

    /// One end has closed in order: the other hears it behind what is on the way.
    func finish(fromClient: Bool) {
        var direction = fromClient ? toServer : toClient
        if !direction.isSilent {
            arrive(&direction) { [weak self] in self?.end(ofClient: !fromClient).deliver(.closed(nil)) }
        }
        if fromClient { toServer = direction } else { toClient = direction }
    }

    /// Both ends hear a reset; what is on the way is lost.
    func `break`() {
        guard !isOver else { return }
        isOver = true
        client.deliver(.closed(.reset))
        server.deliver(.closed(.reset))
    }

    /// Nothing arrives any more, and nobody is told.
    func fallSilent() {
        toServer.isSilent = true
        toClient.isSilent = true
        isOver = true
    }

    private func end(ofClient: Bool) -> SimulatedEnd { ofClient ? client : server }

    private func arrive(_ direction: inout Direction, _ action: @escaping () -> Void) {
        let instant = max(direction.lastArrival, clock.now.advanced(by: max(1, direction.faults.delay())))
        direction.lastArrival = instant
        clock.schedule(at: instant) { [weak self] in
            guard let self, !isOver else { return }
            action()
        }
    }
}

/// One end of a simulated stream.
final class SimulatedEnd: Transport {
    var onEvent: ((TransportEvent) -> Void)?
    let pendingBytes = 0
    private let stream: SimulatedStream
    private let isClient: Bool
    private(set) var isConnected = false
    private var isClosed = false
    private var isClosing = false

    init(stream: SimulatedStream, isClient: Bool) {
        self.stream = stream
        self.isClient = isClient
    }

    func connected() {
        isConnected = true
        deliver(.connected)
    }

    func send(_ bytes: [UInt8]) {
        guard isConnected, !isClosing, !isClosed, !bytes.isEmpty else { return }
        stream.carry(bytes, fromClient: isClient)
    }

    func pauseReading(_ paused: Bool) {}

    func close() {
        guard !isClosing, !isClosed else { return }
        isClosing = true
        stream.finish(fromClient: isClient)
        stream.clock.schedule(after: 0) { self.deliver(.closed(nil)) }
    }

    func deliver(_ event: TransportEvent) {
        guard !isClosed else { return }
        if case .received = event, isClosing { return }
        if case .closed = event {
            isClosed = true
            let handler = onEvent
            onEvent = nil
            handler?(event)
            return
        }
        onEvent?(event)
    }
}
