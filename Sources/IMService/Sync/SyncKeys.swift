/// How far each queue has been committed here. A key is opaque; 0 means: never synchronised.
public struct SyncKeys: Sendable, Hashable {
    /// The personal queue's.
    public var personal: Int64
    /// The super groups', by group id; a group in here is asked for at each login.
    public var groups: [Int64: Int64]

    /// Makes keys; without arguments those of a new installation.
    public init(personal: Int64 = 0, groups: [Int64: Int64] = [:]) {
        self.personal = personal
        self.groups = groups
    }
}
