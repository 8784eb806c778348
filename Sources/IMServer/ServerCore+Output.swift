internal import EventLoop

/// What clients leave unread costs memory: each connection, each account and all together have their limit.
extension ServerCore {
    /// Brings the ledger up to date about a connection. A closed one still holds what is being read for it.
    func recount(_ connection: ServerConnection) {
        if connection.countedFor != connection.user {
            output.change(connection.countedFor, by: -connection.counted)
            connection.counted = 0
            connection.countedFor = connection.user
        }
        let held = connection.reservedBytes + (connection.isOver ? 0 : connection.pendingBytes)
        output.change(connection.user, by: held - connection.counted)
        connection.counted = held
    }

    /// Drops whoever holds most until an account, and all together, are within their limits. The ledger may be behind
    /// (a transport tells only when all is taken), so it is brought up to date first.
    func relieve(_ account: UserKey?) {
        if let account, output.held(by: account) > configuration.accountOutputLimit {
            relieve(connections(of: account)) { output.held(by: account) > configuration.accountOutputLimit }
        }
        if output.total > configuration.outputLimit {
            relieve(Array(allConnections)) { output.total > configuration.outputLimit }
        }
    }

    private func relieve(_ candidates: [ServerConnection], while isTooMuch: () -> Bool) {
        for connection in candidates { recount(connection) }
        guard isTooMuch() else { return }
        for connection in candidates.sorted(by: { $0.counted > $1.counted }) where isTooMuch() {
            guard !connection.isOver else { continue }
            log("connection \(connection.id) closed: \(connection.pendingBytes) bytes unread, and others of many")
            counters.slowDropped += 1
            drop(connection)
        }
    }

    /// Drops a connection that has taken nothing for a while although something waited.
    func watchOutput(of connection: ServerConnection) {
        guard !connection.isOver, connection.stallTimer == nil, connection.pendingBytes > 0 else { return }
        let before = connection.takenBytes
        connection.stallTimer = scheduler.schedule(after: configuration.stallTimeout) { [weak self, weak connection] in
            guard let self, let connection else { return }
            connection.stallTimer = nil
            turn {
                guard !connection.isOver, connection.pendingBytes > 0 else { return }
                guard connection.takenBytes <= before else { return watchOutput(of: connection) }
                log("connection \(connection.id) closed: took nothing of \(connection.pendingBytes) bytes in time")
                counters.slowDropped += 1
                drop(connection)
            }
        }
    }

    /// Whether one more answer fits. A quarter is kept for what is pushed, or answers would crowd out messages.
    func hasRoom(for connection: ServerConnection) -> Bool {
        hasRoom(for: configuration.syncByteLimit, of: connection.user)
    }

    private func hasRoom(for cost: Int, of account: UserKey?) -> Bool {
        func fits(_ held: Int, in limit: Int) -> Bool { held == 0 || held + cost <= limit / 4 * 3 }
        guard fits(output.total, in: configuration.outputLimit) else { return false }
        return account.map { fits(output.held(by: $0), in: configuration.accountOutputLimit) } ?? true
    }

    private static let roomLookInterval: Int64 = 50

    /// Lets a connection's SYNC wait until others have taken theirs. Parts that are taken are told by nobody, so the
    /// line looks again and again.
    func waitForRoom(_ connection: ServerConnection) {
        if !connection.isInLine {
            connection.isInLine = true
            roomLine.append(connection)
        }
        guard !isRoomLookDue else { return }
        isRoomLookDue = true
        scheduler.schedule(after: Self.roomLookInterval) { [weak self] in
            guard let self else { return }
            isRoomLookDue = false
            turn {
                for connection in self.allConnections { self.recount(connection) }
                let line = self.roomLine
                self.roomLine = []
                for connection in line {
                    connection.isInLine = false
                    self.startSync(on: connection)
                }
            }
        }
    }
}

/// Answers of HTTP count like those to SYNC.
extension ServerCore: HTTPOutputLedger {
    /// Whether one more answer fits. Short ones always do: refusals, and that something is done.
    package func hasRoom(forHTTP bytes: Int, of account: UserKey?) -> Bool {
        bytes <= Self.shortAnswer || hasRoom(for: bytes, of: account)
    }

    /// Notes a growth, or with a negative number a fall.
    package func changeHTTP(_ account: UserKey?, by bytes: Int) { output.change(account, by: bytes) }

    private static let shortAnswer = 4_096
}
