import EventLoop
import IMModel
import IMWire

extension IMService {
    /// What the outbox decided, as calls: handlers first, then observers.
    func effects(of outcomes: [Outbox.Outcome]) -> [() -> Void] {
        outcomes.map { outcome in
            switch outcome {
            case .acknowledged(let receipt):
                { [self] in
                    forEachHandler { $0.handleAcknowledgement(receipt) }
                    tellAcknowledged(receipt)
                }
            case .failed(let receipt, let failure):
                { [self] in
                    forEachHandler { $0.handleFailure(receipt, failure: failure) }
                    tellFailed(receipt, failure)
                }
            case .interrupted(let receipt):
                { [self] in forEachHandler { $0.handleInterruption(receipt) } }
            }
        }
    }

    /// What the queues decided, as calls.
    func effects(of actions: [SyncState.Action]) -> [() -> Void] {
        actions.map { action in
            switch action {
            case .request(.personal, let key): { [connection] in connection.send(.sync(key), expectsAnswer: true) }
            case .request(.group(let group), let key):
                { [self] in
                    // A hundred groups are not asked for in one burst.
                    pacedBodies.append(.syncGroup(group: group, key: key))
                    pump()
                }
            case .commit(let batch): { [self] in commit(batch) }
            case .advance(let queue, let key): { [self] in advance(queue, key) }
            case .history(let batch):
                { [self] in
                    let completion = historyCompletion
                    historyCompletion = nil
                    completion?(batch)
                }
            case .running(let queue, let isRunning):
                { [connectionObservers] in connectionObservers.notify { $0.syncRunning(isRunning, queue: queue) } }
            case .violation(let reason): { [connection] in connection.violated(reason) }
            }
        }
    }

    private func commit(_ batch: SyncBatch) {
        commit(batch) { [weak self] succeeded in
            guard let self else { return }
            let told: [() -> Void] =
                succeeded ? batch.messages.map { message in { [weak self] in self?.tell(message) } } : []
            let actions = sync.commitFinished(batch.queue, succeeded: succeeded, now: scheduler.now)
            perform(told + effects(of: actions))
        }
    }

    private func advance(_ queue: SyncQueue, _ key: Int64) {
        syncKeyStore?.storeSyncKey(key, for: queue)
        tellServer(key, queue)
        connectionObservers.notify { $0.syncAdvanced(queue: queue, key: key) }
    }

    /// Asks for old messages of the personal queue again: what is behind a key of the past, 1 for the very first. One batch
    /// comes, whose key is where the next one begins; `nil` if there is no connection, no answer, or another question
    /// like this under way. No handler is asked, no key moves, and news goes first.
    public func loadHistory(after key: Int64, completion: @escaping (SyncBatch?) -> Void) {
        guard historyCompletion == nil else { return completion(nil) }
        historyCompletion = completion
        perform(effects(of: sync.loadHistory(after: key, now: scheduler.now)))
    }

    /// Tells the server what it may forget; later, if there is no connection now.
    func tellServer(_ key: Int64, _ queue: SyncQueue) {
        guard configuration.movesServerKey else { return }
        let body: FrameBody =
            switch queue {
            case .personal: .syncKey(key)
            case .group(let group): .groupSyncKey(group: group, key: key)
            }
        untoldKeys[queue] = connection.send(body) ? nil : key
    }

    /// Tells the observers of a message that is committed.
    func tell(_ message: IncomingMessage) {
        switch message.payload {
        case .peer(let peer): peerObservers.notify { $0.peerMessageReceived(peer, context: message) }
        case .group(let group): groupObservers.notify { $0.groupMessageReceived(group, context: message) }
        case .groupNotice(let notice): groupObservers.notify { $0.groupNotificationReceived(notice, context: message) }
        case .customer(let customer):
            customerObservers.notify { $0.customerMessageReceived(customer, context: message) }
        case .customerSupport(let customer):
            customerObservers.notify { $0.customerSupportMessageReceived(customer, context: message) }
        case .system(let text): systemObservers.notify { $0.systemMessageReceived(text, context: message) }
        }
    }

    private func tellAcknowledged(_ receipt: SendReceipt) {
        let id = receipt.localID
        switch receipt.target {
        case .peer(let peer): peerObservers.notify { $0.peerMessageAcknowledged(localID: id, peer: peer) }
        case .group(let group): groupObservers.notify { $0.groupMessageAcknowledged(localID: id, group: group) }
        case .room(let room): roomObservers.notify { $0.roomMessageAcknowledged(localID: id, room: room) }
        case .store, .customer:
            customerObservers.notify { $0.customerMessageAcknowledged(localID: id, target: receipt.target) }
        }
    }

    private func tellFailed(_ receipt: SendReceipt, _ failure: SendFailure) {
        let id = receipt.localID
        switch receipt.target {
        case .peer(let peer): peerObservers.notify { $0.peerMessageFailed(localID: id, peer: peer, failure: failure) }
        case .group(let group):
            groupObservers.notify { $0.groupMessageFailed(localID: id, group: group, failure: failure) }
        case .room(let room): roomObservers.notify { $0.roomMessageFailed(localID: id, room: room, failure: failure) }
        case .store, .customer:
            customerObservers.notify {
                $0.customerMessageFailed(localID: id, target: receipt.target, failure: failure)
            }
        }
    }
}
