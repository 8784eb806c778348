import Database
import IMModel

extension StoreAccess {
    /// Rows looked at before a page is given out short, so that a query that matches much and keeps little ends.
    private static let maximumScan = 20_000

    /// Rows looked at before the index is asked for a single character of an unspaced script.
    private static let maximumProbe = 1_500

    /// Puts a message into the index, unless its turn is still to come.
    mutating func index(_ message: Message, id: Int64, session: Int64, sender: Int64) throws(DatabaseError) {
        if let bound = try indexBound(), id <= bound { return }
        try addToIndex(message, id: id, session: session, sender: sender)
    }

    func addToIndex(_ message: Message, id: Int64, session: Int64, sender: Int64) throws(DatabaseError) {
        guard let words = indexText(of: message, session: session, sender: sender) else { return }
        try connection.run("INSERT INTO search (rowid, words) VALUES (?, ?)", .integer(id), .text(words))
    }

    /// Takes a message out of the index; call it while the content is still there.
    mutating func unindex(_ target: Target) throws(DatabaseError) {
        if let bound = try indexBound(), target.id <= bound { return }
        guard !target.flags.contains(.revoked), let message = try message(target.id),
            let words = indexText(of: message, session: target.session, sender: target.sender)
        else { return }
        try connection.run(
            "INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)", .integer(target.id), .text(words))
    }

    private func indexText(of message: Message, session: Int64, sender: Int64) -> String? {
        guard message.content != .revoked, let text = codec.searchText(message) else { return nil }
        return SearchTokens.indexText(text, marks: "\(Self.token(session: session)) \(Self.token(sender: sender))")
    }

    /// A private-use scalar and the number; no text can hold it (`SearchTokens`).
    private static func token(session: Int64) -> String { "\u{E000}\(session)" }
    private static func token(sender: Int64) -> String { "\u{E001}\(sender)" }

    /// A page of what is found, the last to arrive first; `below` is where the page before ended.
    mutating func search(_ query: SearchQuery, below: Int64?, limit: Int) throws(DatabaseError) -> SearchPage {
        var page = try find(query, below: below, limit: limit)
        if !query.isFilter { page.indexed = try indexedPercent() }
        return page
    }

    private mutating func find(_ query: SearchQuery, below: Int64?, limit: Int) throws(DatabaseError) -> SearchPage {
        let expression = SearchExpression(query.words)
        guard limit > 0 else { return SearchPage(messages: []) }
        guard !expression.conditions.isEmpty else {
            guard query.isFilter else { return SearchPage(messages: []) }
            return try search(
                Scan(query: query, expression: expression, below: below ?? .max, limit: limit), [],
                maximumScan: Self.maximumScan)
        }
        var conditions: [String] = []
        if let session = query.session {
            guard let key = try knownKey(of: session) else { return SearchPage(messages: []) }
            conditions.append("\"\(Self.token(session: key))\"")
        }
        if let sender = query.sender {
            let key = try connection.first("SELECT key FROM contacts WHERE id = ?", .text(sender.rawValue)) { row in
                row.int64(0)
            }
            guard let key else { return SearchPage(messages: []) }
            conditions.append("\"\(Self.token(sender: key))\"")
        }
        let narrow = expression.narrowConditions + conditions
        if narrow.count < expression.conditions.count + conditions.count {
            // A common character is in the messages that come next anyway; only a rare one is worth the index, which
            // must first join the lists of all pairs that it begins, and these are short then.
            let scan = Scan(query: query, expression: expression, below: below ?? .max, limit: limit)
            let page = try search(scan, narrow, maximumScan: Self.maximumProbe)
            if page.next == nil || page.messages.count == limit { return page }
        }
        let scan = Scan(query: query, expression: expression, below: below ?? .max, limit: limit)
        return try search(scan, expression.conditions + conditions, maximumScan: Self.maximumScan)
    }

    /// What a page of hits is looked for with.
    private struct Scan {
        let query: SearchQuery
        let expression: SearchExpression
        let below: Int64
        let limit: Int
    }

    /// A page of the messages that the index finds by all conditions and that hold up in full; without conditions, of
    /// all messages.
    private func search(
        _ scan: Scan, _ conditions: [String], maximumScan: Int
    ) throws(DatabaseError) -> SearchPage {
        var page = SearchPage(messages: [])
        var scanned = 0
        let isOpen = conditions.isEmpty
        try connection.forEach(
            isOpen
                ? "SELECT id FROM messages WHERE id < ? ORDER BY id DESC"
                : "SELECT rowid FROM search WHERE rowid < ? AND search MATCH ? ORDER BY rowid DESC",
            values: [.integer(scan.below)] + (isOpen ? [] : [.text(conditions.joined(separator: " AND "))])
        ) { (row: Row) throws(DatabaseError) -> Bool in
            let id = row.int64(0)
            scanned += 1
            if let message = try message(id), matches(message, scan.query, scan.expression) {
                page.messages.append(message)
            }
            guard page.messages.count == scan.limit || scanned == maximumScan else { return true }
            page.next = MessageID(String(id))
            return false
        }
        return page
    }

    private func matches(_ message: Message, _ query: SearchQuery, _ expression: SearchExpression) -> Bool {
        if let after = query.after, message.timestamp < after { return false }
        if let before = query.before, message.timestamp >= before { return false }
        if let type = query.type, message.type != type { return false }
        if query.isFilter {
            return message.type != .revoked && query.session.map { message.session == $0 } ?? true
                && query.sender.map { message.sender.id == $0 } ?? true
        }
        guard let text = codec.searchText(message) else { return false }
        return expression.holds(in: text)
    }
}
