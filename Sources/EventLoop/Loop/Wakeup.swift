internal import Synchronization

/// Calls a handler on the loop's thread when any thread asks for it. Many calls before the loop gets to it make one
/// call of the handler; a call after the handler has started makes another. Keep it: a dropped one is cancelled.
public final class Wakeup: Sendable {
    private final class Flag: Sendable {
        let isRung = Atomic<Bool>(false)
    }

    private let bell: WakeupHub.Bell
    private let number: UInt64
    private let flag: Flag

    init(hub: WakeupHub, handler: @escaping () -> Void) {
        let flag = Flag()
        self.flag = flag
        bell = hub.bell
        number = hub.add {
            flag.isRung.store(false, ordering: .sequentiallyConsistent)
            handler()
        }
    }

    deinit { bell.cancel(number) }

    /// Asks for a call of the handler; from any thread. Never waits for the loop.
    public func wake() {
        if !flag.isRung.exchange(true, ordering: .sequentiallyConsistent) { bell.ring(number) }
    }

    /// Forgets the handler; what has been asked for is not delivered any more. From any thread.
    public func cancel() { bell.cancel(number) }
}

extension EventLoop {
    /// Makes a way for other threads to have the handler called on the loop's thread.
    public func makeWakeup(_ handler: @escaping () -> Void) -> Wakeup { Wakeup(hub: hub, handler: handler) }
}
