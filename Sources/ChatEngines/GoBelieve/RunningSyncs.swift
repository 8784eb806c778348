import IMService

/// The queues whose sync runs.
struct RunningSyncs {
    private var queues: Set<SyncQueue> = []

    /// Whether none runs.
    var isEmpty: Bool { queues.isEmpty }
    /// Whether that of the account's own queue runs.
    var hasPersonal: Bool { queues.contains(.personal) }

    /// A sync began or ended.
    mutating func set(_ queue: SyncQueue, _ isRunning: Bool) {
        if isRunning { queues.insert(queue) } else { queues.remove(queue) }
    }
}
