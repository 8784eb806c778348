import CFaultyDisk
import Synchronization

/// A disk that fails on demand and can be left as a kill or a power cut would leave it. Databases that are opened with
/// its `name` as their file system live on it.
public final class FaultyDisk: @unchecked Sendable {
    // The handle is constant and what it points at has a lock of its own.

    /// Kinds of operations.
    public struct Kinds: OptionSet, Sendable {
        /// The bits, as the disk counts them.
        public let rawValue: Int32
        /// Makes a set of kinds.
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// Reads.
        public static let read = Kinds(rawValue: 1)
        /// Writes.
        public static let write = Kinds(rawValue: 2)
        /// Syncs.
        public static let sync = Kinds(rawValue: 4)
        /// Cuts.
        public static let truncate = Kinds(rawValue: 8)
        /// Opening files.
        public static let open = Kinds(rawValue: 16)
        /// Removing files.
        public static let delete = Kinds(rawValue: 32)
        /// Mapping the index of the log.
        public static let map = Kinds(rawValue: 64)
    }

    /// What a failing operation does.
    public enum Manner: Int32, Sendable, CaseIterable {
        case error = 0
        /// Half of a write is done.
        case short = 1
        /// Half of a write is done and there is no room for more.
        case full = 2
    }

    /// What a stop leaves.
    public enum Stop: Int32, Sendable, CaseIterable {
        case kill = 0
        /// Only what was synced.
        case cut = 1
        /// What was synced and some of the rest.
        case mixedCut = 2
    }

    private static let count = Atomic<Int>(0)
    private let handle: OpaquePointer

    /// For `DatabaseConfiguration.fileSystem`.
    public let name: String

    /// Makes a disk that does not fail yet.
    public init() {
        name = "faulty-\(Self.count.add(1, ordering: .relaxed).newValue)"
        guard let handle = faulty_disk_make(name) else { fatalError("no file system \(name)") }
        self.handle = handle
    }

    /// Lets operations fail from the one numbered `first` (counted from now, from 0); for good without `count`.
    public func arm(_ kinds: Kinds, from first: Int, count: Int = .max, _ manner: Manner = .error) {
        faulty_disk_arm(handle, kinds.rawValue, Int64(first), Int64(count), manner.rawValue)
    }

    /// Lets nothing fail any more.
    public func disarm() { faulty_disk_disarm(handle) }

    /// Operations of the armed kinds since the disk was armed.
    public var seen: Int { Int(faulty_disk_seen(handle)) }

    /// Operations that failed since the disk was armed.
    public var failed: Int { Int(faulty_disk_failed(handle)) }

    /// Leaves room for so many bytes more; `nil` for any.
    public func limit(_ bytes: Int?) { faulty_disk_limit(handle, bytes.map(Int64.init) ?? -1) }

    /// Operations of a kind so far, on files whose names end so.
    public func total(_ kind: Kinds, of ending: String = "") -> Int {
        Int(faulty_disk_total(handle, kind.rawValue, ending))
    }

    /// Begins to remember what is done.
    public func record() { faulty_disk_record(handle) }

    /// Puts a number between what is remembered.
    public func mark(_ number: Int) { faulty_disk_mark(handle, Int64(number)) }

    /// How many operations are remembered.
    public var recorded: Int { Int(faulty_disk_length(handle)) }

    /// The largest number marked before an operation.
    public func marked(before operation: Int) -> Int { Int(faulty_disk_marked(handle, Int64(operation))) }

    /// Makes the files of `path` at `target`, as they are when everything stops before an operation.
    public func leave(before operation: Int, _ stop: Stop, seed: UInt64 = 0, of path: String, at target: String) {
        if faulty_disk_leave(handle, Int64(operation), stop.rawValue, seed, path, target) != 0 {
            fatalError("cannot write \(target)")
        }
    }
}
