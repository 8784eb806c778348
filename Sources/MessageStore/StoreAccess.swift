import Database
import IMModel

/// The tables of one account, on the connection's thread. Made for each job; keeps the keys of sessions and contacts
/// that the job has looked up.
struct StoreAccess {
    let connection: DatabaseConnection
    let account: String
    let codec: StoreCodec
    let originKey: OriginKey
    private var sessionKeys = RecentKeys<SessionID>()
    private var contactKeys = RecentKeys<ContactID>()
    /// Whether effects wait for their targets; asked once a job, for most of the time none do.
    var mayHaveWaitingEffects: Bool?
    /// The bound of the index, once it was asked for: see `indexBound`.
    var knownIndexBound: Int64??
    /// The moment of the last recovery, once it was asked for; the earliest there is for none.
    var recovery: Int64?
    /// The hours of the block of ids that was asked for last: see `noteTime`.
    var lastTimes: (block: Int64, hours: ClosedRange<Int64>)?
    /// What the job changed about sessions, written by `finishSessions`.
    var touched: [Int64: SessionChange] = [:]

    init(connection: DatabaseConnection, account: String, codec: StoreCodec, originKey: OriginKey) {
        self.connection = connection
        self.account = account
        self.codec = codec
        self.originKey = originKey
    }

    /// The session's row, made if missing.
    mutating func key(of session: SessionID) throws(DatabaseError) -> Int64 {
        if let key = try knownKey(of: session) { return key }
        try connection.run(
            "INSERT INTO sessions (kind, target) VALUES (?, ?)", .text(session.kind.rawValue), .text(session.target))
        sessionKeys[session] = connection.lastInsertedID
        return connection.lastInsertedID
    }

    /// The session's row, if there is one.
    mutating func knownKey(of session: SessionID) throws(DatabaseError) -> Int64? {
        if let key = sessionKeys[session] { return key }
        let key = try connection.first(
            "SELECT key FROM sessions WHERE kind = ? AND target = ?", .text(session.kind.rawValue),
            .text(session.target)
        ) { row in row.int64(0) }
        sessionKeys[session] = key
        return key
    }

    /// The contact's row, made if missing; a name from a message is kept if no better one is known.
    mutating func key(of contact: Contact) throws(DatabaseError) -> Int64 {
        if let key = contactKeys[contact.id] { return key }
        let found = try connection.first(
            "SELECT key, name, source FROM contacts WHERE id = ?", .text(contact.id.rawValue)
        ) { row in (key: row.int64(0), name: row.stringOrNil(1), source: row.int(2)) }
        let hasName = contact.name.map { !$0.isEmpty } ?? false
        let key: Int64
        if let found {
            key = found.key
            if hasName, found.source <= ContactSource.message.rawValue, found.name != contact.name {
                try connection.run(
                    "UPDATE contacts SET name = ?, source = ? WHERE key = ?", .text(contact.name),
                    .integer(ContactSource.message.rawValue), .integer(key))
            }
        } else {
            let source = hasName ? ContactSource.message : .none
            try connection.run(
                "INSERT INTO contacts (id, name, source) VALUES (?, ?, ?)", .text(contact.id.rawValue),
                .text(hasName ? contact.name : nil), .integer(source.rawValue))
            key = connection.lastInsertedID
        }
        contactKeys[contact.id] = key
        return key
    }

    /// Notes a change of a session's counts.
    mutating func count(_ session: Int64, unread: Int = 0, mentions: Int = 0) {
        touched[session, default: SessionChange()].unread += unread
        touched[session, default: SessionChange()].mentions += mentions
    }
}
