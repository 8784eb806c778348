import Database
import IMModel

extension StoreAccess {
    private enum Code {
        static let revoke: Int64 = 1
        static let read: Int64 = 2
        static let tag: Int64 = 3
        static let untag: Int64 = 4
    }

    /// How many effects may wait for targets that never come.
    private static let maximumWaiting: Int64 = 16_384

    /// Does what an effect says, or keeps it until its target comes; answers the messages it changed.
    mutating func apply(_ effect: MessageEffect) throws(DatabaseError) -> [Int64] {
        let session = try key(of: effect.session)
        let author = try key(of: Contact(id: effect.author))
        let (code, value) = Self.columns(of: effect.kind)
        let targets = try ids(originID: effect.target, session: session)
        var changed: [Int64] = []
        var met = false
        for id in targets {
            switch try apply(code, value: value, author: author, isOwn: effect.isOwn, to: id) {
            case .changed:
                changed.append(id)
                if case .read = effect.kind, effect.session.kind == .peer {
                    changed += try readEarlier(than: id, by: author)
                }
                met = true
            case .unchanged: met = true
            case .notAllowed: break
            }
        }
        if !met { try keep(code, value: value, author: author, isOwn: effect.isOwn, effect: effect, session: session) }
        return changed
    }

    private mutating func keep(
        _ code: Int64, value: String, author: Int64, isOwn: Bool, effect: MessageEffect, session: Int64
    ) throws(DatabaseError) {
        let place: [SQLValue] = [.integer(session), OriginColumn.value(effect.target), .integer(author), .text(value)]
        if code == Code.tag || code == Code.untag {
            // Only the last word on a tag counts.
            try connection.run(
                "DELETE FROM effects WHERE session = ? AND target = ? AND author = ? AND value = ? AND kind IN (3, 4)",
                values: place)
        }
        mayHaveWaitingEffects = true
        let added = try connection.run(
            "INSERT OR IGNORE INTO effects (session, target, author, value, kind, own) VALUES (?, ?, ?, ?, ?, ?)",
            values: place + [.integer(code), .bool(isOwn)])
        if added > 0, connection.lastInsertedID % 1_024 == 0 {
            try connection.run(
                "DELETE FROM effects WHERE key <= ?", .integer(connection.lastInsertedID - Self.maximumWaiting))
        }
    }

    /// Does to a new message what had been waiting for it; answers whether there was anything.
    mutating func applyWaitingEffects(
        to id: Int64, session: Int64, originID: String?
    ) throws(DatabaseError) -> Bool {
        guard let originID else { return false }
        if mayHaveWaitingEffects == nil {
            mayHaveWaitingEffects = try connection.first("SELECT 1 FROM effects LIMIT 1") { _ in true } ?? false
        }
        guard mayHaveWaitingEffects == true else { return false }
        let waiting = try connection.all(
            "SELECT key, kind, value, author, own FROM effects WHERE session = ? AND target = ? ORDER BY key",
            .integer(session), OriginColumn.value(originID)
        ) { row in
            (key: row.int64(0), code: row.int64(1), value: row.string(2), author: row.int64(3), own: row.bool(4))
        }
        var hasEffects = false
        for effect in waiting {
            let result = try apply(
                effect.code, value: effect.value, author: effect.author, isOwn: effect.own, to: id)
            if result == .notAllowed { continue }
            hasEffects = hasEffects || result == .changed
            try connection.run("DELETE FROM effects WHERE key = ?", .integer(effect.key))
        }
        return hasEffects
    }

    private enum Application {
        case changed
        case unchanged
        /// Not this author's to do; the true author's message may still come.
        case notAllowed
    }

    private mutating func apply(
        _ code: Int64, value: String, author: Int64, isOwn: Bool, to id: Int64
    ) throws(DatabaseError) -> Application {
        guard let found = try target(id) else { return .unchanged }
        switch code {
        case Code.revoke:
            guard found.sender == author else { return .notAllowed }
            return try revoke(found) ? .changed : .unchanged
        case Code.read:
            if isOwn {
                try markRead(found.session, through: (found.order, found.id))
                return .unchanged
            }
            return try addReader(author, to: found) ? .changed : .unchanged
        default:
            return try setTag(value, added: code == Code.tag, on: found) ? .changed : .unchanged
        }
    }

    /// Empties a message; answers false if that had been done.
    mutating func revoke(_ target: Target) throws(DatabaseError) -> Bool {
        guard !target.flags.contains(.revoked) else { return false }
        try forget(target)
        try unindex(target)
        try connection.run("DELETE FROM outbox WHERE message = ?", .integer(target.id))
        // What still waited does not go out any more.
        try connection.run(
            """
            UPDATE messages SET flags = (flags | 16) & ~34, content = '', version = version + 1,
                failure = CASE WHEN state IN (1, 2) THEN ? ELSE failure END,
                state = CASE WHEN state IN (1, 2) THEN 6 ELSE state END
            WHERE id = ?
            """, StateColumn.failure(.failed(.cancelled)), .integer(target.id))
        touched[target.session, default: SessionChange()].previewIsStale = true
        return true
    }

    private func addReader(_ reader: Int64, to target: Target) throws(DatabaseError) -> Bool {
        guard target.flags.contains(.outgoing), reader != target.sender else { return false }
        let added = try connection.run(
            "INSERT OR IGNORE INTO readers (message, contact) VALUES (?, ?)", .integer(target.id), .integer(reader))
        guard added > 0 else { return false }
        // Who has read it proves that it went out.
        try connection.run("DELETE FROM outbox WHERE message = ?", .integer(target.id))
        try connection.run(
            "UPDATE messages SET readers = readers + 1, state = 5, failure = NULL, version = version + 1 WHERE id = ?",
            .integer(target.id))
        return true
    }

    /// A peer that has read a message has read our earlier ones too, as far as their places are known. Looks back to the
    /// last that is known as read, and not beyond a bound: peers that never told before are not told about in one go.
    private func readEarlier(than id: Int64, by reader: Int64) throws(DatabaseError) -> [Int64] {
        guard let place = try target(id) else { return [] }
        var earlier: [Int64] = []
        try connection.forEach(
            Self.query(.before, ", flags, state") + " LIMIT 500",
            values: [.integer(place.session), .integer(place.order), .integer(id)]
        ) { row in
            guard MessageFlags(rawValue: row.int64(2)).isSuperset(of: [.outgoing, .placed]) else { return true }
            let state = row.int64(3)
            if state == 3 || state == 4 { earlier.append(row.int64(1)) }
            return state != 5
        }
        var changed: [Int64] = []
        for id in earlier {
            if let message = try target(id), try addReader(reader, to: message) { changed.append(id) }
        }
        return changed
    }

    private func setTag(_ tag: String, added: Bool, on target: Target) throws(DatabaseError) -> Bool {
        let stored = try connection.first("SELECT tags FROM messages WHERE id = ?", .integer(target.id)) { row in
            row.stringOrNil(0)
        }
        var tags = TagColumn.list(stored ?? nil)
        guard tags.contains(tag) != added else { return false }
        if added { tags.append(tag) } else { tags.removeAll { $0 == tag } }
        try connection.run(
            "UPDATE messages SET tags = ?, version = version + 1 WHERE id = ?", .text(TagColumn.text(tags)),
            .integer(target.id))
        return true
    }

    private static func columns(of kind: MessageEffect.Kind) -> (code: Int64, value: String) {
        switch kind {
        case .revoke: (Code.revoke, "")
        case .read: (Code.read, "")
        case .tag(let tag, let added): (added ? Code.tag : Code.untag, tag)
        }
    }
}
