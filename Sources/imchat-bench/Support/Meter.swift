import Glibc

/// What work costs: CPU time of this process or of its children, and memory. Never wall time, which depends on who
/// else is at work, except where a person waits for it.
enum Meter {
    /// Microseconds of CPU that a piece of work takes in this process, all its threads together.
    static func cpu(_ work: () throws -> Void) rethrows -> Double {
        let start = clock(CLOCK_PROCESS_CPUTIME_ID)
        try work()
        return clock(CLOCK_PROCESS_CPUTIME_ID) - start
    }

    /// The least of several runs: what the work costs without the noise.
    static func leastCPU(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
        var least = Double.infinity
        for _ in 0..<runs { least = min(least, try cpu(work)) }
        return least
    }

    /// Microseconds of CPU that the children of this process took, as far as they have ended.
    static var childrenCPU: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return microseconds(usage.ru_utime) + microseconds(usage.ru_stime)
    }

    /// Monotonic microseconds.
    static var wall: Double { clock(CLOCK_MONOTONIC) }

    /// Bytes of this process in memory.
    static var residentBytes: Double {
        guard let file = fopen("/proc/self/statm", "r") else { return .nan }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, 256, file) != nil else { return .nan }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { return .nan }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func clock(_ id: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(id, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func microseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e6 + Double(time.tv_usec) }
}
