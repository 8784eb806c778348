import IMModel
import MessageStore

extension GoBelieveEngine {
    /// Whom an own text mentions: members and people whose name is known, where the session has mentions.
    func mentions(in text: String, of session: SessionID) -> [Contact] {
        guard GoBelieveCapabilities.of(session.kind).contains(.mentions), text.contains("@") else { return [] }
        let members = (groupMembers[session] ?? []).filter { $0.id != me.id }
        // A member is found by the name of its contact as well as by its nickname in the group.
        return MentionFinder(members + knownContacts, members: members).mentions(in: text)
    }

    /// Reads a group's members, so that a text can be searched for them at once.
    func learnMembers(of session: SessionID) {
        let asked = store
        store?.members(of: session) { [weak self] result in
            guard let self, store === asked, case .success(let members) = result else { return }
            groupMembers[session] = members
        }
    }

    /// A completion that keeps a group as the store answered it, and its members if they were asked for.
    var keepMembers: (Result<Session, StoreError>) -> Void {
        { [weak self] result in
            guard let self, case .success(let session) = result else { return }
            sessionsChanged([session])
            if groupMembers[session.id] != nil { learnMembers(of: session.id) }
        }
    }
}
