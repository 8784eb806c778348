/// Changes of the directory that the server has made in its memory and that could not be written: they go with what is written
/// next, or that would follow from something that a restart forgets (a message in the queue of a super group that is none
/// any more).
struct OwedChanges {
    private typealias Subject = DirectoryChange.Subject

    private var owed: [Subject: DirectoryChange] = [:]
    /// The number of the last write about each subject that is still under way.
    private var newest: [Subject: Int] = [:]
    private var lastNumber = 0

    /// A write under way.
    struct Writing: Sendable {
        /// All that is to be written.
        let changes: [DirectoryChange]
        fileprivate let number: Int
    }

    /// Nothing waits to be written.
    var isEmpty: Bool { owed.isEmpty }

    /// Begins to write changes, and what is owed with them.
    mutating func begin(_ changes: [DirectoryChange] = []) -> Writing {
        let new = Set(changes.map(\.subject))
        let all = owed.values.filter { !new.contains($0.subject) } + changes
        owed = [:]
        return write(all)
    }

    /// Begins to write messages: with what they may follow from, the groups that are owed. All else can wait, and would
    /// cost each message.
    mutating func beginMessages() -> Writing {
        let groups = owed.values.filter { if case .group = $0 { true } else { false } }
        for group in groups { owed[group.subject] = nil }
        return write(groups)
    }

    private mutating func write(_ changes: [DirectoryChange]) -> Writing {
        lastNumber += 1
        for change in changes { newest[change.subject] = lastNumber }
        return Writing(changes: changes, number: lastNumber)
    }

    /// The write has ended. What failed is owed, unless something newer about the same is under way or written.
    mutating func end(_ writing: Writing, isWritten: Bool) {
        for change in writing.changes where newest[change.subject] == writing.number {
            newest[change.subject] = nil
            if !isWritten { owed[change.subject] = change }
        }
    }
}
