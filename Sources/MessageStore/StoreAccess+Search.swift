import Database
import IMModel

extension StoreAccess {
    /// Rows looked at before a page is given out short, so that a query that matches much and keeps little ends.
    private static let maximumScan = 20_000

    /// Puts a message into the index.
    func index(_ message: Message, id: Int64, session: Int64, sender: Int64) throws(DatabaseError) {
        guard let words = indexText(of: message, session: session, sender: sender) else { return }
        try connection.run("INSERT INTO search (rowid, words) VALUES (?, ?)", .integer(id), .text(words))
    }

    /// Takes a message out of the index; call it while the content is still there.
    func unindex(_ target: Target) throws(DatabaseError) {
        guard !target.flags.contains(.revoked), let message = try message(target.id),
            let words = indexText(of: message, session: target.session, sender: target.sender)
        else { return }
        try connection.run(
            "INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)", .integer(target.id), .text(words))
    }

    private func indexText(of message: Message, session: Int64, sender: Int64) -> String? {
        guard message.content != .revoked, let text = codec.searchText(message) else { return nil }
        let words = SearchTokens.indexText(text)
        return words.isEmpty ? nil : words + Self.token(session: session) + " " + Self.token(sender: sender)
    }

    /// A private-use scalar and the number; no text can hold it (`SearchTokens`).
    private static func token(session: Int64) -> String { "\u{E000}\(session)" }
    private static func token(sender: Int64) -> String { "\u{E001}\(sender)" }

    /// A page of what is found, the last to arrive first; `below` is where the page before ended.
    mutating func search(_ query: SearchQuery, below: Int64?, limit: Int) throws(DatabaseError) -> SearchPage {
        let expression = SearchExpression(query.words)
        var conditions = expression.conditions
        guard !conditions.isEmpty, limit > 0 else { return SearchPage(messages: []) }
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
        let access = self
        var page = SearchPage(messages: [])
        var scanned = 0
        try connection.forEach(
            "SELECT rowid FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC",
            values: [.text(conditions.joined(separator: " AND ")), .integer(below ?? .max)]
        ) { (row: Row) throws(DatabaseError) -> Bool in
            let id = row.int64(0)
            scanned += 1
            if let message = try access.message(id), access.matches(message, query, expression) {
                page.messages.append(message)
            }
            guard page.messages.count == limit || scanned == Self.maximumScan else { return true }
            page.next = MessageID(String(id))
            return false
        }
        return page
    }

    private func matches(_ message: Message, _ query: SearchQuery, _ expression: SearchExpression) -> Bool {
        if let after = query.after, message.timestamp < after { return false }
        if let before = query.before, message.timestamp >= before { return false }
        if let type = query.type, message.type != type { return false }
        guard let text = codec.searchText(message) else { return false }
        return expression.holds(in: text)
    }
}
