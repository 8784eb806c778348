/// What a commit survives.
package enum Durability: Int, Sendable, Hashable, Comparable {
    /// A crash of the program; the last commits may be missing after a power loss, the file is whole (`synchronous=NORMAL`).
    case normal
    /// A power loss too: the commit returns after the disk has it (`synchronous=FULL`).
    case full

    /// Orders by strength.
    package static func < (a: Durability, b: Durability) -> Bool { a.rawValue < b.rawValue }
}
