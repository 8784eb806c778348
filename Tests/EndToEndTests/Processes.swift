import Foundation
import Glibc

/// Looks at and signals processes by their numbers.
enum Processes {
    /// The children of a process.
    static func children(of parent: Int32) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { self.parent(of: $0) == parent }
    }

    /// Whether a process is there and no corpse.
    static func isAlive(_ pid: Int32) -> Bool {
        guard let fields = statistics(pid) else { return false }
        return fields.first != "Z"
    }

    /// Processor time used so far, in clock ticks (hundredths of a second).
    static func ticks(_ pid: Int32) -> Int {
        guard let fields = statistics(pid), fields.count > 12 else { return 0 }
        return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }

    private static func parent(of pid: Int32) -> Int32? {
        statistics(pid).flatMap { $0.count > 1 ? Int32($0[1]) : nil }
    }

    /// The fields of `/proc/PID/stat` behind the program's name: state, parent, …
    private static func statistics(_ pid: Int32) -> [Substring]? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        return text[text.index(after: end)...].split(separator: " ")
    }
}
