import IMModel
import MessageFlow

/// Refuses at once what the server would drop without a word: messages to a group in which we are muted.
final class GroupMutePrecheck: MessageServicePrechecker {
    private weak var engine: GoBelieveEngine?

    init(engine: GoBelieveEngine) { self.engine = engine }

    func shouldSend(_ message: Message, in session: SessionID) -> PrecheckVerdict { verdict(session) }
    func shouldResend(_ message: Message, in session: SessionID) -> PrecheckVerdict { verdict(session) }

    private func verdict(_ session: SessionID) -> PrecheckVerdict {
        engine?.standings[session] == .muted ? .refuse("you are muted in this group") : .allow
    }
}
