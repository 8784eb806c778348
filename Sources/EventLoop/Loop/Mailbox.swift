internal import Synchronization

/// Values from any thread to the loop's thread, in order per sender, none lost. Keep it on the receiving side: when
/// the last reference goes, so does the handler.
public final class Mailbox<Value: Sendable>: Sendable {
    private final class Queue: Sendable {
        let values = Mutex<[Value]>([])

        func takeAll() -> [Value] {
            values.withLock { values in
                defer { values = [] }
                return values
            }
        }
    }

    private let queue: Queue
    private let wakeup: Wakeup

    /// Makes a mailbox whose handler runs on the loop's thread, once per value.
    public init(on loop: EventLoop, _ handler: @escaping (Value) -> Void) {
        let queue = Queue()
        self.queue = queue
        wakeup = loop.makeWakeup {
            for value in queue.takeAll() { handler(value) }
        }
    }

    /// Puts a value in; from any thread. Never waits for the loop.
    public func post(_ value: Value) {
        queue.values.withLock { $0.append(value) }
        wakeup.wake()
    }

    /// Forgets the handler; values that wait are dropped. From any thread.
    public func close() { wakeup.cancel() }
}
