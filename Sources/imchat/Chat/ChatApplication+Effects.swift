import Cells
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
            engine?.sentTexts(in: id, limit: Self.sentLimit) { [weak self] in self?.screen.recall($0, in: id) }
        case .send(let text, let session, let replyTo): send(text, session, replyTo)
        case .draftChanged(let session, let draft): engine?.setDraft(draft, in: session)
        case .markRead(let session, let message): engine?.markRead(session, upTo: message)
        case .typing(let session, let isTyping): engine?.setTyping(isTyping, in: session)
        case .copy(let text, let said): copy(text, said)
        case .open(let url): open(url)
        case .save(let message, let session): saveFile(message, session)
        case .refuseCall(let message):
            screen.callRefused(engine?.refuseCall(message) == true, now: now)
            update()
        case .retryConnection: retryConnection()
        case .setPinned(let session, let isPinned): engine?.setPinned(isPinned, session: session)
        case .setMuted(let session, let isMuted): engine?.setMuted(isMuted, session: session)
        case .enterRoom(let id): engine?.enterRoom(id)
        case .leaveRoom(let session): engine?.leaveRoom(session)
        case .runCommand(let command, let session): run(command, in: session)
        case .search(let words, let session): search(words, session)
        case .editExternally(let session, let text): edit(text, in: session)
        case .bell: terminal.bell()
        case .notify(let title, let body): notify(title, body)
        case .redraw: redraw()
        case .suspend: suspend()
        case .quit: end()
        }
    }

    func say(_ text: SafeText, isTrouble: Bool = false) { say(text.string, isTrouble: isTrouble) }

    func say(_ text: String, isTrouble: Bool = false) {
        screen.notify(text, isTrouble: isTrouble, now: now)
        update()
    }

    /// Sends through the session's flow, so that its prechecks and preparations are asked.
    func send(_ text: String, _ session: SessionID, _ replyTo: String?) {
        guard let engine, let flow = screen.makeFlow(session) else { return }
        let message = engine.makeMessage(text: text, in: session, replyTo: replyTo)
        if session == screen.currentSession { lines?.front.sent(message.id) }
        flow.perform(.send, on: message) { [weak self] result in
            guard let self, case .failure = result else { return }
            // What could not even be stored goes back to where it was written; the screen tells why.
            screen.giveBack(text, replyTo: replyTo, in: session)
            update()
        }
    }

    /// Copies, and says so as far as it is known: a terminal tells nobody what it did with a text.
    private func copy(_ text: String, _ said: SafeText) {
        let route = CopyRoute(
            preferences.settings.copyProgram, terminalTakesCopies: terminal.takesClipboard,
            ProcessEnvironment.variable)
        guard let route else { return say(words.noClipboard, isTrouble: true) }
        guard let name = route.words.first else { return copyByTerminal(text, said) }
        do throws(SystemError) {
            let command = ProcessRunner.Command(
                name, Array(route.words.dropFirst()), input: Array(text.utf8),
                timeout: route == .tmux ? Self.tmuxPatience : nil)
            // Programs that stay to hand the text out keep their output open: that nothing more comes is no trouble.
            copying = try ProcessRunner(command, on: loop) { [weak self] result in
                guard let self else { return }
                guard result.ending == .exited(0) else {
                    return notCopied(text, said, by: route, TextSanitizer.line(name))
                }
                say(route == .tmux ? words.copiedByTmux(said) : said)
            }
        } catch {
            notCopied(text, said, by: route, TextSanitizer.line("\(error)"))
        }
    }

    /// A tmux that hangs is not waited for, in milliseconds.
    private static let tmuxPatience: Int64 = 3_000

    private func copyByTerminal(_ text: String, _ said: SafeText) {
        terminal.copyToClipboard(text)
        say(words.copiedByTerminal(said))
    }

    /// A tmux that is too old or gone is no reason not to try the terminal.
    private func notCopied(_ text: String, _ said: SafeText, by route: CopyRoute, _ reason: SafeText) {
        if route == .tmux, terminal.takesClipboard { return copyByTerminal(text, said) }
        say(words.notCopied(reason), isTrouble: true)
    }

    private func open(_ url: String) {
        guard WebAddress.isPlain(url) else {
            return say(words.noWebAddress(TextSanitizer.line(url)), isTrouble: true)
        }
        let programs = ["/usr/bin/xdg-open", "/usr/local/bin/xdg-open", "/usr/bin/wslview"]
        guard let program = programs.first(where: Paths.exists) else {
            return copy(url, words.noOpener)
        }
        do throws(SystemError) {
            try DetachedProcess.spawn(executable: program, arguments: [url], logPath: nil)
        } catch {
            say("\(error)", isTrouble: true)
        }
    }

    private func search(_ words: String, _ session: SessionID?) {
        searchNumber += 1
        let number = searchNumber
        engine?.search(words: words, in: session, limit: Self.hitLimit) { [weak self] result in
            // The answer to an older question says nothing any more.
            guard let self, searchNumber == number else { return }
            switch result {
            case .success(let hits): screen.showHits(hits.messages, for: words, indexed: hits.indexed, now: now)
            case .failure(let failure):
                screen.searchAgain(words, everywhere: session == nil, because: reason(failure), now: now)
            }
            update()
        }
    }

    /// Raw where the store says why.
    private func reason(_ failure: SearchFailure) -> String {
        let words = screen.configuration.strings.search
        func safe(_ text: String) -> SafeText { TextSanitizer.line(text) }
        return switch failure {
        case .badTime(let key, let value): words.badTime(safe(key), safe(value)).string
        case .badKind(let value, let known): words.badKind(safe(value), safe(known.joined(separator: ", "))).string
        case .noValue(let key): words.noValue(safe(key)).string
        case .empty: words.nothing.string
        case .unknownSender(let name): words.unknownSender(safe(name)).string
        case .ambiguousSender(let name, let ids):
            words.ambiguousSender(safe(name), safe(ids.map { "#\($0)" }.joined(separator: ", "))).string
        case .unknownSession(let name): words.unknownSession(safe(name)).string
        case .unavailable(let reason): reason
        }
    }

    func showSaved() {
        engine?.savedMessages(limit: Self.hitLimit) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let saved): screen.showSaved(saved, now: now)
            case .failure(.failed(let reason)): screen.notify(reason, isTrouble: true, now: now)
            case .failure: say(words.cannotRead, isTrouble: true)
            }
            update()
        }
    }

    /// So many sent texts are called back of the runs before.
    private static let sentLimit = 200
    /// As many hits as a list shows with sense.
    private static let hitLimit = 200
}
