import Database

/// Why the store could not do something. Texts are the system's words, without message contents.
package enum StoreError: Error, Sendable, Hashable {
    /// No room on the disk.
    case diskFull
    /// The file or its folder cannot be written.
    case readOnly
    /// Reading or writing failed underneath.
    case inputOutput(String)
    /// The file is damaged or no database.
    case damaged(String)
    /// Another program holds the file.
    case busy
    /// The file cannot be opened or made.
    case cannotOpen(String)
    /// The file, or its log, was removed or replaced while it was open: nothing that is written would last.
    case moved
    /// A newer program has written the file.
    case newerVersion(found: Int, known: Int)
    /// An older program has written the file, and it was opened for reading only.
    case olderVersion(found: Int, known: Int)
    /// The store was closed.
    case closed
    /// There is no such message.
    case unknownMessage
    /// An own message with this origin id is there already.
    case duplicate
    /// A fault of this program.
    case fault(String)

    init(_ error: DatabaseError) {
        switch error.reason {
        case .diskFull: self = .diskFull
        case .readOnly: self = .readOnly
        case .inputOutput: self = .inputOutput(error.message)
        case .corrupt, .notADatabase: self = .damaged(error.message)
        case .busy: self = .busy
        case .cannotOpen: self = .cannotOpen(error.message)
        case .moved: self = .moved
        case .newerSchema(let found, let known): self = .newerVersion(found: found, known: known)
        case .olderSchema(let found, let known): self = .olderVersion(found: found, known: known)
        case .closed: self = .closed
        case .duplicate: self = .duplicate
        case .constraint, .other: self = .fault(error.message + (error.sql.isEmpty ? "" : " in \(error.sql)"))
        }
    }

    /// Whether trying again later can help.
    package var isTransient: Bool {
        switch self {
        case .diskFull, .readOnly, .inputOutput, .busy, .cannotOpen, .moved: true
        case .damaged, .newerVersion, .olderVersion, .closed, .unknownMessage, .duplicate, .fault: false
        }
    }
}
