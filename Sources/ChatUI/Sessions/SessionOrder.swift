package import IMModel

/// The order of the session list, and the ways through it. Pure.
package enum SessionOrder {
    /// Pinned ones first, then by the latest activity; equal ones by their ids, so that the order is stable.
    package static func sorted(_ sessions: [Session]) -> [Session] {
        sessions.sorted { a, b in
            if a.isPinned != b.isPinned { return a.isPinned }
            if a.lastActivity != b.lastActivity { return a.lastActivity > b.lastActivity }
            return a.id < b.id
        }
    }

    /// The unread session to look at next: mentions before peers and support, then groups, then rooms and the rest;
    /// among equals the latest. Muted ones count only for their mentions. `current` is left out.
    package static func nextUnread(in sessions: [Session], current: SessionID?) -> SessionID? {
        let waiting = sessions.filter { session in
            session.id != current && (session.mentionCount > 0 || (session.unreadCount > 0 && !session.isMuted))
        }
        return waiting.min { a, b in
            let first = priority(a)
            let second = priority(b)
            if first != second { return first < second }
            if a.lastActivity != b.lastActivity { return a.lastActivity > b.lastActivity }
            return a.id < b.id
        }?.id
    }

    private static func priority(_ session: Session) -> Int {
        if session.mentionCount > 0 { return 0 }
        switch session.id.kind {
        case .peer, .customer: return 1
        case .group: return 2
        case .room, .system: return 3
        }
    }

    /// Unread messages outside of a session; those of muted sessions are left out.
    package static func unread(in sessions: [Session], except current: SessionID?) -> Int {
        sessions.reduce(0) { $0 + ($1.id == current || $1.isMuted ? 0 : max(0, $1.unreadCount)) }
    }
}
