import Glibc

/// One step of a schema: what leads from the version before to `version`.
package struct Migration: Sendable {
    /// The version after the step; versions count from 1 without gaps.
    package let version: Int
    /// The step; runs inside a transaction.
    package let apply: @Sendable (DatabaseConnection) throws(DatabaseError) -> Void

    /// A step in code.
    package init(version: Int, apply: @escaping @Sendable (DatabaseConnection) throws(DatabaseError) -> Void) {
        self.version = version
        self.apply = apply
    }

    /// A step in statements.
    package init(version: Int, sql: String) {
        self.init(version: version) { (connection: DatabaseConnection) throws(DatabaseError) in
            try connection.execute(sql)
        }
    }
}

extension DatabaseConnection {
    /// SQLITE_ERROR: a table that is there already or is missing, say.
    private static let wrongStatement: Int32 = 1
    /// How long the copy before a change of the schema is kept.
    private static let copyLifetime = 30 * 86_400

    /// No program will ever write a greater version.
    package static let versionLimit = 1_000_000

    /// The schema's version; 0 for a new file. Throws `corrupt` for a number that is none.
    package func schemaVersion() throws(DatabaseError) -> Int {
        let version = try first("PRAGMA user_version") { row in row.int(0) } ?? 0
        if 0...Self.versionLimit ~= version { return version }
        throw DatabaseError(reason: .corrupt, message: "\(version) is no version of a schema")
    }

    /// Brings the file to the newest version.
    ///
    /// Each step runs in a transaction that also writes the version, so a kill at any instruction leaves a whole version.
    /// A file that has data is copied first, to `PATH.before-vN`, durable and under its final name only when complete; it
    /// takes the place of the copy before. A connection that finds nothing to do removes one that is a month old.
    /// Throws `newerSchema` without touching the file if a newer program has written it. A connection that only reads
    /// makes and removes nothing, and throws `olderSchema` where there is something to do.
    package func migrate(_ migrations: [Migration]) throws(DatabaseError) {
        let known = migrations.map(\.version).max() ?? 0
        let found = try schemaVersion()
        guard found <= known else {
            throw DatabaseError(
                reason: .newerSchema(found: found, known: known),
                message: "\(path) has schema version \(found), this program knows \(known)")
        }
        guard found < known else {
            if path != ":memory:", !isReadOnly {
                DatabaseFile.removeOldCopies(of: path, versions: 1..<known + 1, seconds: Self.copyLifetime)
            }
            return
        }
        guard !isReadOnly else {
            throw DatabaseError(
                reason: .olderSchema(found: found, known: known),
                message: "\(path) has schema version \(found), this program needs \(known)")
        }
        if found > 0, path != ":memory:" {
            try backUp(to: "\(path).before-v\(known)")
            // The copy before an earlier change has done its duty.
            DatabaseFile.removeOldCopies(of: path, versions: 1..<known, seconds: -1)
        }
        for step in migrations.sorted(by: { $0.version < $1.version }) where step.version > found {
            try transaction(.immediate, durability: .full) { () throws(DatabaseError) in
                do throws(DatabaseError) {
                    try step.apply(self)
                } catch {
                    // Steps are right for the files that they are for.
                    guard error.code == Self.wrongStatement else { throw error }
                    throw DatabaseError(
                        reason: .corrupt, message: "its tables are not those of version \(found): \(error.message)")
                }
                try execute("PRAGMA user_version=\(step.version)")
            }
        }
    }

    /// Writes a compact copy of the database; the target is replaced only by a complete copy.
    package func backUp(to target: String) throws(DatabaseError) {
        let temporary = target + ".partial"
        DatabaseFile.remove(temporary)
        DatabaseFile.prepare(temporary)
        do throws(DatabaseError) {
            try run("VACUUM INTO ?", .text(temporary))
        } catch {
            // A full disk gets its room back.
            DatabaseFile.remove(temporary)
            throw error
        }
        guard DatabaseFile.replace(target, with: temporary) else {
            throw DatabaseError(reason: .inputOutput, message: "cannot put the copy at \(target)")
        }
    }
}
