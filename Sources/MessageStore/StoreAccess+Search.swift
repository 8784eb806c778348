import Database
import IMModel

extension StoreAccess {
    /// Rows looked at before a page is given out short, so that a query that matches much and keeps little ends.
    private static let maximumScan = 20_000

    /// Rows looked at before the index is asked for a single character of an unspaced script.
    private static let maximumProbe = 1_500

    /// So many messages of a kind are few enough to ask the index for each.
    private static let maximumFew = 256

    /// Puts a message into the index, unless its turn is still to come.
    mutating func index(_ message: Message, id: Int64, session: Int64, sender: Int64) throws(DatabaseError) {
        if let bound = try indexBound(), id <= bound { return }
        try addToIndex(message, id: id, session: session, sender: sender)
    }

    func addToIndex(_ message: Message, id: Int64, session: Int64, sender: Int64) throws(DatabaseError) {
        guard let words = indexText(of: message, session: session, sender: sender) else { return }
        try connection.runAtCommit("INSERT INTO search (rowid, words) VALUES (?, ?)", .integer(id), .text(words))
    }

    /// Takes a message out of the index; call it while the content is still there.
    mutating func unindex(_ target: Target) throws(DatabaseError) {
        if let bound = try indexBound(), target.id <= bound { return }
        guard !target.flags.contains(.revoked), let message = try message(target.id),
            let words = indexText(of: message, session: target.session, sender: target.sender)
        else { return }
        try connection.runAtCommit(
            "INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)", .integer(target.id), .text(words))
    }

    /// What the index holds of a message: its words, its session and its sender; nothing of one that was taken back.
    private func indexText(of message: Message, session: Int64, sender: Int64) -> String? {
        guard message.content != .revoked else { return nil }
        return SearchTokens.indexText(codec.searchText(message) ?? "", marks: (session, sender))
    }

    /// A page of what is found, the last to arrive first; `below` is where the page before ended.
    mutating func search(_ query: SearchQuery, below: Int64?, limit: Int) throws(DatabaseError) -> SearchPage {
        var page = try find(query, below: below, limit: limit)
        if !query.isFilter || query.session != nil || query.sender != nil { page.indexed = try indexedPercent() }
        return page
    }

    private mutating func find(_ query: SearchQuery, below: Int64?, limit: Int) throws(DatabaseError) -> SearchPage {
        let expression = SearchExpression(query.words)
        let below = below ?? .max
        guard limit > 0, below > .min, !expression.conditions.isEmpty || query.isFilter else {
            return SearchPage(messages: [])
        }
        var scan = Scan(query: query, expression: expression, limit: limit)
        var conditions: [String] = []
        if let session = query.session {
            guard let key = try knownKey(of: session) else { return SearchPage(messages: []) }
            conditions.append("\"\(SearchTokens.token(SearchTokens.sessionMark, key))\"")
            scan.session = key
        }
        if let sender = query.sender {
            let key = try connection.first("SELECT key FROM contacts WHERE id = ?", .text(sender.rawValue)) { row in
                row.int64(0)
            }
            guard let key else { return SearchPage(messages: []) }
            conditions.append("\"\(SearchTokens.token(SearchTokens.senderMark, key))\"")
            scan.sender = key
        }
        scan.ranges = try ranges(query, upTo: below - 1)
        guard !expression.conditions.isEmpty || !conditions.isEmpty else {
            return try search(scan, [], maximumScan: Self.maximumScan)
        }
        let narrow = expression.narrowConditions + conditions
        if let page = try searchFew(scan, expression.narrowConditions) { return page }
        if narrow.count < expression.conditions.count + conditions.count {
            // A common character is in the messages that come next anyway; only a rare one is worth the index, which
            // must first join the lists of all pairs that it begins, and these are short then.
            let page = try search(scan, narrow, maximumScan: Self.maximumProbe)
            if page.next == nil || page.messages.count == limit { return page }
        }
        return try search(scan, expression.conditions + conditions, maximumScan: Self.maximumScan)
    }

    /// What a page of hits is looked for with.
    private struct Scan {
        let query: SearchQuery
        let expression: SearchExpression
        let limit: Int
        var session: Int64?
        var sender: Int64?
        /// Where hits can be, the last first.
        var ranges: [ClosedRange<Int64>] = []

        /// Rows of the kind, the last first; what is not known may have become so. Takes the ends of a range as 1 and 2.
        var rows: (sql: String, values: [SQLValue]) {
            let columns = "SELECT id, timestamp, kind, session, sender, flags FROM messages"
            let unknown = " INDEXED BY messages_kind WHERE kind = '\(MessageType.unknown.rawValue)'"
            let range = " AND id BETWEEN ?1 AND ?2"
            // Of whatever kind a message came, it is unknown if its content cannot be read.
            guard let type = query.type, type != .unknown else {
                return ("\(columns) WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC", [])
            }
            let isText = type == .text
            let wanted = isText ? " WHERE kind IS NULL" : " INDEXED BY messages_kind WHERE kind = ?3"
            return (
                "\(columns)\(wanted)\(range) UNION ALL \(columns)\(unknown)\(range) ORDER BY id DESC",
                isText ? [] : [.text(type.rawValue)]
            )
        }

        /// Whether a message can be one by what its row begins with: `id, timestamp, kind, session, sender, flags`.
        func fits(_ row: Row) -> Bool {
            let timestamp = row.int64(1)
            if let after = query.after, timestamp < after { return false }
            if let before = query.before, timestamp >= before { return false }
            if let type = query.type, type != .unknown {
                let kind = row.stringOrNil(2) ?? MessageType.text.rawValue
                guard kind == type.rawValue || kind == MessageType.unknown.rawValue else { return false }
            }
            if let session, row.int64(3) != session { return false }
            if let sender, row.int64(4) != sender { return false }
            return MessageFlags(rawValue: row.int64(5)).isDisjoint(with: [.deleted, .revoked])
        }
    }

    /// Where messages of the query's time can be, the last ids first. O(blocks of ids).
    private func ranges(_ query: SearchQuery, upTo last: Int64) throws(DatabaseError) -> [ClosedRange<Int64>] {
        guard query.after != nil || query.before != nil else { return [Int64.min...last] }
        let blocks = try connection.all(
            "SELECT block, newest >= ? AND oldest <= ? FROM times ORDER BY block DESC",
            .integer((query.after ?? .min) / SearchBlock.unit), .integer((query.before ?? .max) / SearchBlock.unit)
        ) { row in (number: row.int64(0), mayHold: row.bool(1)) }
        return SearchBlock.ranges(blocks).compactMap { range in
            range.lowerBound > last ? nil : range.lowerBound...min(range.upperBound, last)
        }
    }

    /// A page of messages of a rare kind with the words, by asking the index for each; `nil` where there are too many of
    /// the kind, or the index would have to join lists for each.
    private func searchFew(_ scan: Scan, _ conditions: [String]) throws(DatabaseError) -> SearchPage? {
        guard let type = scan.query.type, type != .text, !conditions.contains(where: { $0.hasSuffix("*") }) else {
            return nil
        }
        var ids: [Int64] = []
        var scanned = 0
        let (sql, values) = scan.rows
        for range in scan.ranges where scanned <= Self.maximumFew {
            try connection.forEach(
                sql, values: [.integer(range.lowerBound), .integer(range.upperBound)] + values
            ) { row in
                scanned += 1
                if scan.fits(row) { ids.append(row.int64(0)) }
                return scanned <= Self.maximumFew
            }
        }
        guard scanned <= Self.maximumFew else { return nil }
        var page = SearchPage(messages: [])
        let match = SQLValue.text(conditions.joined(separator: " AND "))
        for id in ids {
            if !conditions.isEmpty {
                let found = try connection.first(
                    "SELECT 1 FROM search WHERE rowid = ? AND search MATCH ?", .integer(id), match
                ) { _ in true }
                guard found != nil else { continue }
            }
            guard let message = try message(id), matches(message, scan.query, scan.expression) else { continue }
            page.messages.append(message)
            guard page.messages.count < scan.limit else {
                page.next = MessageID(String(id))
                break
            }
        }
        return page
    }

    /// A page of the messages that the index finds by all conditions and that hold up in full; without conditions, of
    /// all messages.
    private func search(
        _ scan: Scan, _ conditions: [String], maximumScan: Int
    ) throws(DatabaseError) -> SearchPage {
        var page = SearchPage(messages: [])
        var scanned = 0
        let isOpen = conditions.isEmpty
        let query = scan.query
        // A message is taken apart only if its row does not tell already that it is none.
        let looksAhead = !isOpen && (query.type != nil || query.after != nil || query.before != nil)
        let rows =
            isOpen
            ? scan.rows
            : (
                sql: "SELECT rowid FROM search WHERE rowid BETWEEN ? AND ? AND search MATCH ? ORDER BY rowid DESC",
                values: [.text(conditions.joined(separator: " AND "))]
            )
        for range in scan.ranges where page.next == nil {
            try connection.forEach(
                rows.sql, values: [.integer(range.lowerBound), .integer(range.upperBound)] + rows.values
            ) { (row: Row) throws(DatabaseError) -> Bool in
                let id = row.int64(0)
                scanned += 1
                var fits = !isOpen || scan.fits(row)
                if looksAhead {
                    let sql = "SELECT id, timestamp, kind, session, sender, flags FROM messages WHERE id = ?"
                    fits = try connection.first(sql, .integer(id)) { scan.fits($0) } ?? false
                }
                if fits, let message = try message(id), matches(message, query, scan.expression) {
                    page.messages.append(message)
                }
                guard page.messages.count == scan.limit || scanned == maximumScan else { return true }
                page.next = MessageID(String(id))
                return false
            }
        }
        return page
    }

    private func matches(_ message: Message, _ query: SearchQuery, _ expression: SearchExpression) -> Bool {
        if let type = query.type, message.type != type { return false }
        if query.isFilter { return message.type != .revoked }
        guard let text = codec.searchText(message) else { return false }
        return expression.holds(in: text)
    }
}
