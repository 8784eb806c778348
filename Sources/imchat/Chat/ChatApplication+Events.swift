import Cells
import ChatEngines
import ChatUI
import EventLoop
import IMModel
import MessageFlow

extension ChatApplication {
    /// What the engine tells goes to the screen, and messages to the flow of their session.
    func handle(_ event: ChatEngineEvent) {
        guard let engine else { return }
        log.note(event, at: LocalTimes.at(loop.wallClock))
        if isEnding { return leaveOnceSent() }
        switch event {
        case .connection(let state):
            screen.update(connection: Self.status(state, away: serverAway))
            switch state {
            case .waiting: connectionTroubled()
            case .refused: accountRefused()
            case .online:
                quickRetries = 0
                hasToldServerGone = false
                if case .online(syncing: false) = state { retryLoading() }
            case .offline, .resolving, .connecting, .authenticating, .readOnly: break
            }
        case .sessionsChanged, .sessionRemoved:
            screen.update(sessions: engine.sessions)
            openSomething()
        case .inserted(let messages): forEachFlow(messages) { $0.messagesInserted($1) }
        case .missed(let sessions): screen.missed(in: sessions)
        case .updated(let messages):
            control?.changed(messages)
            forEachFlow(messages) { $0.messagesUpdated($1) }
        case .deleted(let session, let ids): flows.existing(session)?.messagesDeleted(ids)
        case .historyFilled(let sessions): for session in sessions { flows.existing(session)?.historyChanged() }
        case .typing(let session, let contact, let isTyping):
            screen.typing(isTyping, name: contact.displayName, in: session, now: now)
        case .contactChanged(let contact):
            screen.update(contacts: engine.knownContacts)
            renamed(contact)
        case .loginElsewhere(let platform, let timestamp):
            let time = FlowStrings.table(preferences.language).time(
                LocalTimes.at(timestamp), preferences.settings.uses24Hours)
            say(words.elsewhere(TextSanitizer.line(platform), time))
        case .notice(let text): screen.notify(text, now: now)
        case .storeRecovered(let text): screen.notify(text, staysUntilKey: true, now: now)
        case .storeTrouble(let reason):
            screen.update(storeTrouble: reason)
            screen.notify(reason ?? words.storeIsWell.string, isTrouble: reason != nil, now: now)
        case .realTime: break  // the log has them
        }
        update()
    }

    /// What could not be loaded without a connection is asked for again.
    private func retryLoading() {
        if let session = screen.currentSession { flows.existing(session)?.retryLoading() }
    }

    private func forEachFlow(_ messages: [Message], _ tell: (MessageFlowController, [Message]) -> Void) {
        var rest = messages[...]
        while let first = rest.first {
            let same = rest.prefix { $0.session == first.session }
            if let flow = flows.existing(first.session) { tell(flow, Array(same)) }
            rest = rest.dropFirst(same.count)
        }
    }

    /// A name that became known reaches the rows on the screen.
    private func renamed(_ contact: Contact) {
        for flow in flows.all {
            var changed: [Message] = []
            for id in flow.visibleMessageIDs {
                guard var message = flow.message(id), message.sender.id == contact.id else { continue }
                message.sender = contact
                message.version += 1
                changed.append(message)
            }
            if !changed.isEmpty { flow.messagesUpdated(changed) }
        }
    }

    /// Why our own server is away and does not come back by itself, if so.
    private var serverAway: ServerStarter.Trouble? {
        guard case .embedded(_, let server) = source else { return nil }
        return server.obstacle(evenIfStopped: false)
    }

    static func status(_ state: ChatConnectionState, away: ServerStarter.Trouble?) -> ConnectionStatus {
        switch state {
        case .offline: .offline(reason: nil)
        case .resolving: .resolving
        case .connecting: .connecting
        case .authenticating: .authenticating
        case .online(let syncing): .online(synchronizing: syncing)
        // No countdown to what would not help: it waits for the user.
        case .waiting where away == .stopped: .offline(reason: words(.stopped))
        case .waiting(let milliseconds, let reason):
            .waiting(
                seconds: Int((milliseconds + 999) / 1000),
                reason: away.map(words) ?? reason)
        case .refused(let reason): .refused(reason: reason)
        case .readOnly: .readOnly
        }
    }
}
