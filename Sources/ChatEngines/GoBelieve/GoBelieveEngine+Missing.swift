import EventLoop
import IMModel
import IMService
import MessageFlow
import MessageStore

/// Messages that the server has and the store has not. The wire knows no pages: the personal queue can only be read again
/// from its beginning, all sessions together (protocol document, section 5.6). So that is what happens, in batches, when
/// the reader comes to where messages are missing.
extension GoBelieveEngine {
    static let missingHistorySetting = "missing-history"

    /// Remembers that the server may have more.
    func noteMissingHistory(_ store: MessageStore) {
        missesHistory = true
        store.setSetting(Self.missingHistorySetting, to: "1")
    }

    /// Whether a session may have older messages on the server. Rooms are not kept there; super groups have queues of their
    /// own, of which only the end can be had (section 5.8).
    func mayMissHistory(_ session: SessionID) -> Bool {
        guard missesHistory else { return false }
        switch session.kind {
        case .room: return false
        case .group: return GoBelieveAddress.number(session.target).map { service?.syncKeys.groups[$0] == nil } ?? false
        case .peer, .customer, .system: return true
        }
    }

    /// Reads the server's history; who asks while it runs waits with the others. Answers whether anything came or it is
    /// known that nothing is missing.
    func readHistory(completion: @escaping (Result<Bool, ProviderError>) -> Void) {
        guard missesHistory else { return completion(.success(true)) }
        if historyReading != nil {
            historyReading?.waiters.append(completion)
            return
        }
        guard let service, service.state.isOnline, store != nil else { return completion(.failure(.offline)) }
        historyReading = HistoryReading(waiters: [completion])
        waitForHistory()
        readNextHistory()
    }

    /// Whoever waits hears of it when a batch takes too long: not every server answers every question. News goes first,
    /// so each batch of news gives more time.
    func waitForHistory() {
        guard let reading = historyReading else { return }
        if let timer = reading.timer { scheduler.cancel(timer) }
        historyReading?.timer = scheduler.schedule(after: Self.historyPatience) { [weak self] in
            self?.endHistoryReading(.failure(.timedOut))
        }
    }

    /// How long a batch may take, in milliseconds.
    static let historyPatience: Int64 = 12_000

    /// Nobody opted out of old messages: what is missing is read without being asked for, once a connection.
    func readHistoryByItself() {
        guard missesHistory, configuration.history == .all, !hasTriedHistory, runningSyncs.isEmpty,
            service?.syncKeys.personal ?? 0 != 0
        else { return }
        hasTriedHistory = true
        readHistory { _ in }
    }

    private func readNextHistory() {
        guard let reading = historyReading, let service else { return endHistoryReading(.failure(.offline)) }
        service.loadHistory(after: reading.key) { [weak self] batch in
            guard let self, historyReading != nil else { return }
            if let batch { return take(batch) }
            guard self.service?.state.isOnline == true else { return endHistoryReading(.failure(.offline)) }
            historyReading?.failures += 1
            guard reading.failures < 2 else { return endHistoryReading(.failure(.timedOut)) }
            readNextHistory()
        }
    }

    private func take(_ batch: SyncBatch) {
        guard let store, let reading = historyReading else { return endHistoryReading(.failure(.cancelled)) }
        historyReading?.failures = 0
        waitForHistory()
        isReadingHistory = true
        let items = batch.messages.compactMap { incoming -> ReceivedBatch.Item? in
            let item = item(incoming)
            guard case .message(let message, _)? = item else { return item }
            return .message(message, isHistory: message.timestamp <= historyBoundary)
        }
        isReadingHistory = false
        learnNames(of: items) { [weak self] in
            guard let self, self.store === store, historyReading != nil else { return }
            store.insert(
                ReceivedBatch(items: items, history: HistorySpan(cursors: reading.cursors, reachesOldest: true))
            ) { [weak self] result in
                guard let self, historyReading != nil else { return }
                switch result {
                case .success(let outcome): tookHistory(outcome, batch, after: reading.key)
                case .failure(let error): endHistoryReading(.failure(.failed(StoreTrouble.words(error))))
                }
            }
        }
    }

    private func tookHistory(_ outcome: InsertOutcome, _ batch: SyncBatch, after key: Int64) {
        historyReading?.cursors.merge(outcome.cursors) { $1 }
        historyReading?.sessions.formUnion(outcome.inserted.map(\.session))
        if !outcome.changed.isEmpty { emit(.updated(outcome.changed.map(refresh))) }
        sessionsChanged(outcome.sessions)
        // The end of the queue is a key that is not larger, or what has been synchronised anyway.
        guard !batch.messages.isEmpty, batch.key > key, batch.key < service?.syncKeys.personal ?? 0 else {
            missesHistory = false
            store?.setSetting(Self.missingHistorySetting, to: nil)
            return endHistoryReading(.success(true))
        }
        historyReading?.key = batch.key
        waitForHistory()
        readNextHistory()
    }

    /// Ends the reading, tells who waits, and whose sessions have messages that they had not.
    func endHistoryReading(_ result: Result<Bool, ProviderError>) {
        guard let reading = historyReading else { return }
        historyReading = nil
        if let timer = reading.timer { scheduler.cancel(timer) }
        if !reading.sessions.isEmpty { emit(.historyFilled(reading.sessions.sorted { $0.address < $1.address })) }
        for waiter in reading.waiters { waiter(result) }
    }
}
