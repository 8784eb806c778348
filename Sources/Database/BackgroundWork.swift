import Glibc
import Synchronization

/// One piece of slow work on a thread of its own, and its result back on the thread that asked.
package final class BackgroundWork<T: Sendable> {
    fileprivate final class Box: Sendable {
        let result = Mutex<T?>(nil)
        let work: @Sendable () -> T
        let notify: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> T, _ notify: @escaping @Sendable () -> Void) {
            (self.work, self.notify) = (work, notify)
        }

        func run() {
            let done = work()
            result.withLock { $0 = done }
            notify()
        }
    }

    private let box: Box

    /// Begins the work; it goes on if nobody waits for it any more.
    ///
    /// - Parameter notify: called from the thread when it is done; let it wake the loop, which then calls `take`.
    package init(notify: @escaping @Sendable () -> Void, _ work: @escaping @Sendable () -> T) {
        box = Box(work, notify)
        // Signals belong to the loop's thread.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let passed = Unmanaged.passRetained(box as AnyObject)
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let box = Unmanaged<AnyObject>.fromOpaque(argument).takeRetainedValue()
                (box as? any Runnable)?.run()
                return nil
            }, passed.toOpaque())
        if code == 0 {
            pthread_detach(thread)
        } else {
            // Slow here is better than not at all.
            passed.release()
            box.run()
        }
    }

    /// The result, once it is there; once.
    package func take() -> T? { box.result.withLock { $0.take() } }
}

/// Work without its type.
private protocol Runnable: AnyObject { func run() }

extension BackgroundWork.Box: Runnable {}
