import Glibc

/// Jobs on their way to the connection's thread.
///
/// `@unchecked Sendable`: every access to the stored state happens with the pthread mutex held. A condition variable is
/// needed for timed waits, which `Synchronization.Mutex` does not offer.
final class WorkQueue: @unchecked Sendable {
    /// What the thread gets.
    enum Item {
        case job(DatabaseJob)
        case timedOut
        case closed
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [DatabaseJob] = []
    private var next = 0
    private var isClosed = false

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Adds a job; false once closed.
    func add(_ job: DatabaseJob) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !isClosed else { return false }
        jobs.append(job)
        pthread_cond_signal(condition)
        return true
    }

    /// Takes no more jobs; with `abandon`, forgets the waiting ones too.
    func close(abandon: Bool = false) {
        pthread_mutex_lock(mutex)
        isClosed = true
        if abandon {
            jobs = []
            next = 0
        }
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// The next job; waits for one until `deadline` (nanoseconds of the monotonic clock; `nil` for ever).
    func take(until deadline: Int64?) -> Item {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if next < jobs.count {
                let job = jobs[next]
                next += 1
                if next == jobs.count {
                    jobs.removeAll(keepingCapacity: jobs.capacity <= 1_024)
                    next = 0
                }
                return .job(job)
            }
            if isClosed { return .closed }
            guard let deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            var moment = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
            if pthread_cond_timedwait(condition, mutex, &moment) == ETIMEDOUT, next == jobs.count {
                return isClosed ? .closed : .timedOut
            }
        }
    }

    /// Nanoseconds of the monotonic clock.
    static func now() -> Int64 {
        var moment = timespec()
        clock_gettime(CLOCK_MONOTONIC, &moment)
        return Int64(moment.tv_sec) * 1_000_000_000 + Int64(moment.tv_nsec)
    }
}
