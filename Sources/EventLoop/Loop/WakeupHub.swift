internal import CPosix
internal import Glibc
internal import Synchronization

/// What the wake-ups of one loop share: one descriptor, the list of those that rang, and (on the loop's thread only)
/// their handlers.
final class WakeupHub {
    /// The part that other threads touch.
    final class Bell: Sendable {
        let descriptor: Int32
        let state = Mutex(State())

        struct State {
            var rung: [UInt64] = []
            var cancelled: [UInt64] = []
        }

        init() {
            descriptor = cposix_wakeup_make()
            precondition(descriptor >= 0, "no event loop: eventfd: \(SystemError.words(-descriptor))")
        }

        deinit { close(descriptor) }

        func ring(_ number: UInt64) {
            let first = state.withLock { state in
                state.rung.append(number)
                return state.rung.count == 1
            }
            if first { cposix_wakeup_ring(descriptor) }
        }

        func cancel(_ number: UInt64) {
            state.withLock { $0.cancelled.append(number) }
        }
    }

    let bell = Bell()
    var descriptor: Int32 { bell.descriptor }
    private var handlers: [UInt64: () -> Void] = [:]
    private var lastNumber: UInt64 = 0

    func add(_ handler: @escaping () -> Void) -> UInt64 {
        sweep()
        lastNumber += 1
        handlers[lastNumber] = handler
        return lastNumber
    }

    func deliver() {
        cposix_wakeup_clear(descriptor)
        let rung = bell.state.withLock { state in
            defer { state.rung.removeAll(keepingCapacity: true) }
            return state.rung
        }
        for number in rung {
            sweep()
            handlers[number]?()
        }
    }

    private func sweep() {
        let cancelled = bell.state.withLock { state in
            defer { state.cancelled.removeAll() }
            return state.cancelled
        }
        for number in cancelled { handlers[number] = nil }
    }
}
