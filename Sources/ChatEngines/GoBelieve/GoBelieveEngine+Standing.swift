import IMModel
import IMService
import MessageStore

extension GoBelieveEngine {
    /// Takes note of what a notice says of our standing in its group, for the next start too.
    func noteStanding(_ notice: GroupNotice) {
        guard let session = groupSession(notice),
            let standing = GroupStanding.after(notice.notification.change, of: me.id),
            standings[session] != standing
        else { return }
        standings[session] = standing
        store?.setSetting(Self.standingSetting(session), to: standing?.rawValue)
        store?.ensure(session, completion: keepSession)
    }

    /// Reads what notices told before this start.
    func learnStandings(of sessions: [Session]) {
        for session in sessions where session.id.kind == .group {
            store?.setting(Self.standingSetting(session.id)) { [weak self] result in
                guard let self, case .success(let word?) = result, let standing = GroupStanding(rawValue: word) else {
                    return
                }
                standings[session.id] = standing
                // Capabilities and the count of members follow from it.
                sessionsChanged([sessionsByID[session.id] ?? session])
            }
        }
    }

    /// Who is out can do in a group what can be done with its past.
    func limit(_ session: inout Session) {
        switch standings[session.id] {
        case .out, .ended:
            session.capabilities.subtract([.send, .resend])
            session.memberCount = nil
        case .muted, nil: break
        }
    }

    private static func standingSetting(_ session: SessionID) -> String { "standing-in-\(session.target)" }
}
