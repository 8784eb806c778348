import Cells
import ChatEngines
import ChatUI
import CursesBackend
import EventLoop
import IMModel
import MessageFlow

extension ChatApplication {
    /// Slash commands that are not the screen's own.
    func run(_ command: SlashCommand, in session: SessionID?) {
        switch command {
        case .message(let address, let text): openAddress(address) { $0.sendTo($1, text) }
        case .go(let address): openAddress(address) { _, _ in }
        case .alias(let id, let name):
            engine?.setAlias(name.isEmpty ? nil : name, for: ContactID(id.hasPrefix("#") ? String(id.dropFirst()) : id))
        case .connect: retryConnection()
        case .disconnect: engine?.disconnect()
        case .support(let store): engine?.openSupport(store: store) { [weak self] in self?.opened($0) { _, _ in } }
        case .group(let command): run(command, in: session)
        case .read:
            if let session, let flow = flows.existing(session), let last = flow.lastVisibleMessage {
                engine?.markRead(session, upTo: last.id)
            }
        case .mouse(let isOn): set("mouse", isOn ?? !isMouseOn ? "true" : "false")
        case .set(let key, let value): set(key ?? "", value ?? "")
        case .theme(let name): set("theme", name ?? "")
        case .debug: showCounters(session)
        case .saved: showSaved()
        // The screen's own.
        case .quit, .help, .join, .act, .leave, .mute, .pin, .search, .redraw, .keys, .notices: break
        }
    }

    private func run(_ command: SlashCommand.Group, in session: SessionID?) {
        switch command {
        case .create(let name, let members):
            resolve(members) { application, ids in application.perform(.create(name: name, members: ids)) }
            return
        case .members: return showMembers(session)
        default: break
        }
        if case .join(let id) = command { return join(id) }
        guard let session, session.kind == .group else { return say(words.openGroup, isTrouble: true) }
        switch command {
        case .add(let members):
            resolve(members) { application, ids in application.perform(.add(session, ids)) }
        case .remove(let members):
            resolve(members) { application, ids in for id in ids { application.perform(.remove(session, id)) } }
        case .mute(let members, let isMuted):
            resolve(members) { application, ids in for id in ids { application.perform(.mute(session, id, isMuted)) } }
        case .rename(let name): perform(.rename(session, name))
        case .leave: perform(.leave(session))
        case .disband: perform(.disband(session))
        case .notice(let notice?): perform(.notice(session, notice))
        case .notice(nil):
            let notice = TextSanitizer.line(engine?.notice(of: session) ?? "")
            say(notice.isEmpty ? words.noNotice : notice)
        case .nick(let name): perform(.nickname(session, name))
        case .open(let isOpen): perform(.open(session, isOpen))
        case .upgrade: perform(.upgrade(session))
        case .create, .members, .join: break
        }
    }

    private func perform(_ operation: GroupOperation) {
        engine?.perform(operation) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let session):
                switch operation {
                case .create, .join: opened(.success(session)) { _, _ in }
                default: say(words.done)
                }
            case .failure(let failure): say(failure.reason, isTrouble: true)
            }
        }
    }

    /// Groups are joined by number, or by the name of one that is open.
    private func join(_ text: String) {
        let id = text.hasPrefix("group:") ? String(text.dropFirst("group:".count)) : text
        perform(.join(id))
    }

    /// Names or numbers to ids, all or none.
    private func resolve(_ names: [String], then: @escaping (ChatApplication, [ContactID]) -> Void) {
        var found: [ContactID] = []
        func next(_ rest: ArraySlice<String>) {
            guard let name = rest.first else { return then(self, found) }
            engine?.findSession(address: name.hasPrefix("peer:") ? name : "peer:" + name) { [weak self] result in
                switch result {
                case .success(let session):
                    found.append(ContactID(session.target))
                    next(rest.dropFirst())
                case .failure(let error): self?.tell(error)
                }
            }
        }
        next(names[...])
    }

    private func showMembers(_ session: SessionID?) {
        guard let session, session.kind == .group else { return say(words.openGroup, isTrouble: true) }
        engine?.members(of: session) { [weak self] members in
            guard let self else { return }
            let lines = members.map { member in
                member.name.map { "\($0)  #\(member.id.rawValue)" } ?? "#\(member.id.rawValue)"
            }
            screen.showPanel(
                title: engine?.sessions.first { $0.id == session }?.displayName ?? session.address,
                lines: lines.sorted())
            update()
        }
    }

    private func sendTo(_ session: SessionID, _ text: String?) {
        if let text, !text.isEmpty { send(text, session, nil) }
    }

    private func openAddress(_ address: String, then: @escaping (ChatApplication, SessionID) -> Void) {
        engine?.openSession(address: address) { [weak self] in self?.opened($0, then: then) }
    }

    private func opened(
        _ result: Result<SessionID, AddressError>, then: @escaping (ChatApplication, SessionID) -> Void
    ) {
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
        case .failure(let error): tell(error)
        }
    }

    private func tell(_ error: AddressError) {
        let text: SafeText =
            switch error {
            case .malformed(let text): words.noAddress(TextSanitizer.line(text))
            case .unknown(let name): words.nobody(TextSanitizer.line(name))
            case .ambiguous(let addresses): words.several(TextSanitizer.line(addresses.joined(separator: ", ")))
            case .unreachable(let reason): TextSanitizer.line(reason)
            }
        say(text, isTrouble: true)
    }
}
