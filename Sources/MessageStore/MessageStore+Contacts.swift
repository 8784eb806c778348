import Database
package import IMModel

extension MessageStore {
    /// Keeps a name, unless one from a better source is known (`nil` with `.alias` takes the user's own name away).
    /// Answers the contact as it is now.
    package func setContact(
        _ contact: Contact, source: ContactSource, completion: @escaping (Result<Contact, StoreError>) -> Void
    ) {
        write(.normal) { (access) throws(DatabaseError) -> Contact in
            let key = try access.key(of: Contact(id: contact.id))
            let isEmpty = contact.name?.isEmpty ?? true
            try access.connection.run(
                "UPDATE contacts SET name = ?, source = ? WHERE key = ? AND source <= ?",
                .text(isEmpty ? nil : contact.name), .integer(isEmpty ? 0 : source.rawValue), .integer(key),
                .integer(source.rawValue))
            let name = try access.connection.first("SELECT name FROM contacts WHERE key = ?", .integer(key)) { row in
                row.stringOrNil(0)
            }
            return Contact(id: contact.id, name: name ?? nil)
        } completion: {
            completion($0)
        }
    }

    /// Everybody who was ever a sender or was named.
    package func contacts(completion: @escaping (Result<[Contact], StoreError>) -> Void) {
        read { (access) throws(DatabaseError) -> [Contact] in
            try access.connection.all("SELECT id, name FROM contacts ORDER BY key") { row in
                Contact(id: ContactID(row.string(0)), name: row.stringOrNil(1))
            }
        } completion: {
            completion($0)
        }
    }

    /// Replaces the members of a group; names are nicknames in the group. Answers the session with its member count.
    package func setMembers(
        _ members: [Contact], of session: SessionID, completion: @escaping (Result<Session, StoreError>) -> Void
    ) {
        change(session, .normal) { (access, key) throws(DatabaseError) in
            try access.connection.run("DELETE FROM members WHERE session = ?", .integer(key))
            for member in members { try access.addMember(member, to: key) }
            try access.countMembers(key)
        } completion: {
            completion($0)
        }
    }

    /// Adds a member, or gives it another nickname (`nil` keeps the one it has).
    package func addMember(
        _ member: Contact, to session: SessionID, completion: @escaping (Result<Session, StoreError>) -> Void
    ) {
        change(session, .normal) { (access, key) throws(DatabaseError) in
            try access.addMember(member, to: key)
            try access.countMembers(key)
        } completion: {
            completion($0)
        }
    }

    /// Removes a member; quiet if it was none.
    package func removeMember(
        _ member: ContactID, from session: SessionID, completion: @escaping (Result<Session, StoreError>) -> Void
    ) {
        change(session, .normal) { (access, key) throws(DatabaseError) in
            try access.connection.run(
                "DELETE FROM members WHERE session = ? AND contact = (SELECT key FROM contacts WHERE id = ?)",
                .integer(key), .text(member.rawValue))
            try access.countMembers(key)
        } completion: {
            completion($0)
        }
    }

    /// The members that are known, with their nicknames here, else their names.
    package func members(of session: SessionID, completion: @escaping (Result<[Contact], StoreError>) -> Void) {
        read { (access) throws(DatabaseError) -> [Contact] in
            guard let key = try access.knownKey(of: session) else { return [] }
            return try access.connection.all(
                """
                SELECT c.id, coalesce(m.nickname, c.name) FROM members m JOIN contacts c ON c.key = m.contact
                WHERE m.session = ? ORDER BY c.key
                """, .integer(key)
            ) { row in Contact(id: ContactID(row.string(0)), name: row.stringOrNil(1)) }
        } completion: {
            completion($0)
        }
    }
}

extension StoreAccess {
    /// Does what a notice says about its group.
    mutating func apply(_ effect: GroupEffect) throws(DatabaseError) {
        let session = try key(of: effect.session)
        touched[session, default: SessionChange()].isTouched = true
        if let name = effect.name {
            try connection.run("UPDATE sessions SET name = ? WHERE key = ?", .text(name), .integer(session))
        }
        guard let members = effect.members else { return }
        switch members {
        case .are(let people):
            try connection.run("DELETE FROM members WHERE session = ?", .integer(session))
            for person in people { try join(person, session) }
        case .join(let person): try join(person, session)
        case .leave(let id):
            try connection.run(
                "DELETE FROM members WHERE session = ? AND contact = (SELECT key FROM contacts WHERE id = ?)",
                .integer(session), .text(id.rawValue))
        case .nickname(let id, let name): try addMember(Contact(id: id, name: name), to: session)
        }
        try countMembers(session)
    }

    /// The name is the person's, not a nickname.
    private mutating func join(_ person: Contact, _ session: Int64) throws(DatabaseError) {
        _ = try key(of: person)
        try addMember(Contact(id: person.id), to: session)
    }

    fileprivate mutating func addMember(_ member: Contact, to session: Int64) throws(DatabaseError) {
        let contact = try key(of: Contact(id: member.id))
        let name = member.name.flatMap { $0.isEmpty ? nil : $0 }
        try connection.run(
            """
            INSERT INTO members (session, contact, nickname) VALUES (?, ?, ?)
            ON CONFLICT (session, contact) DO UPDATE SET nickname = coalesce(excluded.nickname, nickname)
            """, .integer(session), .integer(contact), .text(name))
    }

    fileprivate func countMembers(_ session: Int64) throws(DatabaseError) {
        try connection.run(
            "UPDATE sessions SET member_count = (SELECT count(*) FROM members WHERE session = ?1) WHERE key = ?1",
            .integer(session))
    }
}
