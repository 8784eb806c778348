import IMService

/// The queues whose sync runs, and those that still catch up: what came while there was no connection comes with the first
/// sync after a login and those that follow it without a pause. The last of them is over when the store has its batch.
struct RunningSyncs {
    private var queues: Set<SyncQueue> = []
    /// Queues whose first sync since the login has begun.
    private var begun: Set<SyncQueue> = []
    private var catchingUp: Set<SyncQueue> = []
    /// Queues whose batch the store has not answered for.
    private var committing: Set<SyncQueue> = []

    /// Whether none runs.
    var isEmpty: Bool { queues.isEmpty }
    /// Whether that of the account's own queue runs.
    var hasPersonal: Bool { queues.contains(.personal) }

    /// A sync began or ended; its batch was handed over before.
    mutating func set(_ queue: SyncQueue, _ isRunning: Bool) {
        if isRunning {
            queues.insert(queue)
            if begun.insert(queue).inserted { catchingUp.insert(queue) }
        } else {
            queues.remove(queue)
            if !committing.contains(queue) { catchingUp.remove(queue) }
        }
    }

    /// A batch goes to the store. Answers whether it brings what was missed.
    mutating func commitBegins(_ queue: SyncQueue) -> Bool {
        committing.insert(queue)
        return catchingUp.contains(queue)
    }

    /// The store has the batch, and the next sync has begun if there is to be one. After a failure all comes again.
    mutating func commitSucceeded(_ queue: SyncQueue) {
        committing.remove(queue)
        if !queues.contains(queue) { catchingUp.remove(queue) }
    }

    /// There is no connection: the next one catches up anew.
    mutating func disconnected() { begun = [] }
}
