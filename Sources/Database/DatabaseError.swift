/// Why the database could not do something: what kind of trouble, SQLite's own words, and the statement.
///
/// Never holds bound values, so that it can be logged.
package struct DatabaseError: Error, Sendable, Equatable {
    /// The kinds of trouble that callers treat differently.
    package enum Reason: Sendable, Equatable {
        /// No room on the disk (or the page limit is reached).
        case diskFull
        /// The file or its folder cannot be written.
        case readOnly
        /// Reading or writing failed underneath.
        case inputOutput
        /// The file is damaged.
        case corrupt
        /// The file is something else, or encrypted.
        case notADatabase
        /// Another connection holds the lock for longer than the busy time-out.
        case busy
        /// The file cannot be opened or made.
        case cannotOpen
        /// The file, or its log, is no longer the one that was opened.
        case moved
        /// A unique index or a primary key has the value already.
        case duplicate
        /// A check, foreign key or not-null rule refused the value.
        case constraint
        /// The file was written by a newer program.
        case newerSchema(found: Int, known: Int)
        /// The file was written by an older program, and this connection only reads.
        case olderSchema(found: Int, known: Int)
        /// The database was closed; nothing was done.
        case closed
        /// Anything else: a wrong statement, a misuse.
        case other
    }

    /// The kind of trouble.
    package let reason: Reason
    /// SQLite's primary code; 0 where the trouble is not SQLite's.
    package let code: Int32
    /// SQLite's extended code; 0 where the trouble is not SQLite's.
    package let extendedCode: Int32
    /// SQLite's words, or ours.
    package let message: String
    /// The statement, without its values; empty where there was none.
    package let sql: String

    /// Makes an error that is not SQLite's.
    package init(reason: Reason, message: String, sql: String = "") {
        self.init(reason: reason, code: 0, extendedCode: 0, message: message, sql: sql)
    }

    init(reason: Reason, code: Int32, extendedCode: Int32, message: String, sql: String) {
        self.reason = reason
        self.code = code
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
    }

    /// Whether trying again later can help without anybody changing the file.
    package var isTransient: Bool {
        switch reason {
        case .diskFull, .readOnly, .inputOutput, .busy, .cannotOpen, .moved: true
        case .corrupt, .notADatabase, .duplicate, .constraint, .newerSchema, .olderSchema, .closed, .other: false
        }
    }

    /// Whether a value is of a type that its column does not take.
    package var isMismatch: Bool { code == 20 || extendedCode == 3091 }

    /// One sentence for the user: what to do about it.
    package var advice: String {
        switch reason {
        case .diskFull: "the disk is full: make room, it goes on by itself"
        case .readOnly: "the data folder cannot be written: check its permissions"
        case .inputOutput: "reading or writing failed: check the disk"
        case .corrupt: "the file is damaged: it needs a check"
        case .notADatabase: "the file is no database: move it away"
        case .busy: "another program uses the file: end it"
        case .cannotOpen: "the file cannot be opened: check folder and permissions"
        case .moved: "the file was removed or replaced: open it again"
        case .newerSchema(let found, let known):
            "the file has version \(found), this program knows \(known): use the newer program"
        case .olderSchema(let found, let known):
            "the file has version \(found), this program needs \(known): open it once for writing"
        case .closed: "the database is closed"
        case .duplicate, .constraint, .other: "this is a fault of the program: please report it"
        }
    }
}

extension DatabaseError: CustomStringConvertible {
    /// Reason, SQLite's words, statement.
    package var description: String {
        "\(reason): \(message)" + (code == 0 ? "" : " (\(extendedCode))") + (sql.isEmpty ? "" : " in \(sql)")
    }
}
