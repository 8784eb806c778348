import ChatEngines
import ChatUI
import CursesBackend
import EventLoop
import IMModel
import MessageFlow

extension ChatApplication {
    func perform(_ effect: ChatEffect) {
        switch effect {
        case .openSession(let id):
            rememberSession()
            if id.kind == .room { engine?.enterRoom(id.target) }
        case .send(let text, let session, let replyTo): send(text, session, replyTo)
        case .draftChanged(let session, let draft): engine?.setDraft(draft, in: session)
        case .markRead(let session, let message): engine?.markRead(session, upTo: message)
        case .typing(let session, let isTyping): engine?.setTyping(isTyping, in: session)
        case .copy(let text): terminal.copyToClipboard(text)
        case .open(let url): open(url)
        case .save(let message, let session): saveFile(message, session)
        case .retryConnection: retryConnection()
        case .setPinned(let session, let isPinned): engine?.setPinned(isPinned, session: session)
        case .setMuted(let session, let isMuted): engine?.setMuted(isMuted, session: session)
        case .enterRoom(let id): engine?.enterRoom(id)
        case .leaveRoom(let session): engine?.leaveRoom(session)
        case .runCommand(let command, let session): run(command, in: session)
        case .search: say("searching comes with the message store's index; not in this version")
        case .editExternally: say("no external editor in this version")
        case .bell: terminal.bell()
        case .redraw: redraw()
        case .suspend: suspend()
        case .quit: end()
        }
    }

    func say(_ text: String, isTrouble: Bool = false) {
        screen.notify(text, isTrouble: isTrouble, now: now)
        update()
    }

    /// Sends through the session's flow, so that its prechecks and preparations are asked.
    private func send(_ text: String, _ session: SessionID, _ replyTo: String?) {
        guard let engine, let flow = screen.makeFlow(session) else { return }
        let message = engine.makeMessage(text: text, in: session, replyTo: replyTo)
        flow.perform(.send, on: message) { [weak self] result in
            guard let self, case .failure = result else { return }
            // What could not even be stored goes back to where it was written; the screen tells why.
            screen.replaceDraft(text, in: session)
            update()
        }
    }

    private func open(_ url: String) {
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
            return say("only web addresses are opened: \(url)", isTrouble: true)
        }
        let programs = ["/usr/bin/xdg-open", "/usr/local/bin/xdg-open", "/usr/bin/wslview"]
        guard let program = programs.first(where: Paths.exists) else {
            terminal.copyToClipboard(url)
            return say("no program opens links here; the address is in the clipboard")
        }
        do throws(SystemError) {
            try DetachedProcess.spawn(executable: program, arguments: [url], logPath: nil)
        } catch {
            say("\(error)", isTrouble: true)
        }
    }

    private func saveFile(_ id: MessageID, _ session: SessionID) {
        guard let flow = screen.makeFlow(session), let message = flow.message(id) else { return }
        flow.perform(.save, on: message) { [weak self] result in
            if case .success = result { self?.say("kept in your collection") }
        }
    }

    private func run(_ command: SlashCommand, in session: SessionID?) {
        switch command {
        case .message(let address, let text): openAddress(address) { $0.sendTo($1, text) }
        case .go(let address): openAddress(address) { _, _ in }
        case .alias(let id, let name):
            (engine as? GoBelieveEngine)?.setAlias(name.isEmpty ? nil : name, for: ContactID(id))
        case .connect: retryConnection()
        case .read:
            if let session, let flow = flows.existing(session), let last = flow.lastVisibleMessage {
                engine?.markRead(session, upTo: last.id)
            }
        default: say("this version does not know how to do that yet")
        }
    }

    private func sendTo(_ session: SessionID, _ text: String?) {
        if let text, !text.isEmpty { send(text, session, nil) }
    }

    private func openAddress(_ address: String, then: @escaping (ChatApplication, SessionID) -> Void) {
        engine?.openSession(address: address) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let id):
                // The list gets the new session with the next event; the screen needs it now.
                loop.schedule(after: 0) { [weak self] in
                    guard let self, let engine else { return }
                    screen.update(sessions: engine.sessions)
                    perform(screen.open(id, now: now))
                    then(self, id)
                    update()
                }
            case .failure(.malformed(let text)):
                say("'\(text)' is no address; use NAME, peer:NAME, group:ID or room:ID", isTrouble: true)
            case .failure(.unknown(let name)): say("nobody is called '\(name)' here", isTrouble: true)
            case .failure(.ambiguous(let addresses)):
                say("several have that name: \(addresses.joined(separator: ", "))", isTrouble: true)
            case .failure(.unreachable(let reason)): say(reason, isTrouble: true)
            }
        }
    }
}
