internal import CPosix
internal import Glibc

/// A thread for work that blocks (a name look-up, a file); results go back through a `Mailbox`. Signals are blocked
/// in it, so that they reach the loop's thread.
package enum HelperThread {
    private final class Job {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a detached thread; the answer is `false` if the system has none left.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let job = Unmanaged.passRetained(Job(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                cposix_block_signals()
                Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, job.toOpaque())
        guard code == 0 else {
            job.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
