package import Cells
package import IMModel
import MessageFlow

/// The state of the screen in words, for terminals on which nothing can be painted.
extension ChatScreen {
    /// What lies over the screen.
    package enum LineOverlay: Sendable, Hashable {
        /// To be answered with yes or no.
        case question(SafeText, details: [SafeText])
        /// To be chosen from by number.
        case list(SafeText, [SafeText])
        /// To be read.
        case text(SafeText, [SafeText])
    }

    /// A session as a line tells it.
    package struct LineSession: Sendable, Hashable {
        /// Which one it is.
        package let id: SessionID
        /// Its name.
        package let name: SafeText
        /// “direct”
        package let kind: SafeText
        /// Messages that were not read.
        package let unread: Int
        /// Whether it is to keep quiet.
        package let isMuted: Bool
        /// The beginning of its last message.
        package let preview: SafeText
    }

    /// Entries of a list that are worth printing.
    private static let listLimit = 20

    /// The current session.
    package var lineSession: LineSession? { current.flatMap { session($0) }.map(lineSession) }

    /// All sessions, in the order of their numbers.
    package var lineSessions: [LineSession] { sessions.map(lineSession) }

    private func lineSession(_ session: Session) -> LineSession {
        LineSession(
            id: session.id, name: TextSanitizer.line(session.displayName), kind: strings.sessions.kind(session.id.kind),
            unread: session.unreadCount, isMuted: session.isMuted,
            preview: TextFit.fit(lastWords(of: session) ?? .empty, columns: 60, policy: .perCluster))
    }

    /// The line that the status line shows for a while; `until` tells two of them apart.
    package var lineNotice: (text: SafeText, until: Int64)? { notices.last.map { ($0.text, $0.until) } }

    /// The connection in words, without what counts down in it.
    package var lineConnection: SafeText {
        let words = strings.status
        return switch connection {
        case .offline(let reason): reason.map { "\(words.offline): \(TextSanitizer.line($0))" } ?? words.offline
        case .resolving, .connecting, .authenticating: words.connecting
        case .online(let isSynchronizing) where isSynchronizing: words.synchronizing
        case .online: words.online(TextSanitizer.line(configuration.ownName))
        case .waiting(_, let reason): "\(words.offline): \(TextSanitizer.line(reason))"
        case .refused(let reason): words.refused(TextSanitizer.line(reason))
        case .readOnly: words.readOnly
        }
    }

    /// Whether everything that was missed has come in.
    package var lineIsOnline: Bool { connection == .online(synchronizing: false) }

    /// What is open on top.
    package var lineOverlay: LineOverlay? {
        switch overlays.last {
        case .question(let question): .question(question.text, details: question.details)
        case .choices(let list):
            .list(
                list.title,
                list.items.prefix(Self.listLimit).map { $0.note.isEmpty ? $0.title : "\($0.title) · \($0.note)" })
        case .panel(let panel):
            .text(panel.title, panel.lines.map { $0.label.isEmpty ? $0.text : "\($0.label)  \($0.text)" })
        case .prompt, nil: nil
        }
    }

    /// Closes a text that was read.
    package func closeLineText() {
        if case .panel? = overlays.last { closeTop() }
    }

    /// A message's text, line by line, and of one that fills more than so many rows the beginning; other kinds in a few
    /// words.
    package func lines(of message: Message, rows: Int, width: Int) -> (lines: [SafeText], more: Int) {
        guard case .text(let content) = message.content else { return (lines(ofOther: message), 0) }
        let beginning = TextBeginning(of: content.text, rows: rows, width: width)
        let isBlank = beginning.text.isEmpty
        return (
            isBlank ? [FlowStrings.table(strings.language).emptyMessage] : beginning.text.lines,
            beginning.restRows(width: width).count
        )
    }

    private func lines(ofOther message: Message) -> [SafeText] {
        let kind = "[\(strings.messages.content(message.type))] " as SafeText
        return switch message.content {
        case .system(let text): TextSanitizer.multiline(text).lines
        case .link(let link): [TextSanitizer.line("\(link.title) \(link.url)")]
        case .image(let url, _, _), .audio(let url, _): [kind + TextSanitizer.line(url)]
        case .video(let video): [kind + TextSanitizer.line(video.url)]
        case .file(let url, let name, _): [kind + TextSanitizer.line("\(name) \(url)")]
        default: [kind]
        }
    }

    /// Does what a line says: a command, else a message for the current session. The draft stays as it is.
    package func send(line: String, now: Int64) -> [ChatEffect] {
        let words = line.filter { !$0.isWhitespace }
        guard !words.isEmpty else { return [] }
        switch words.lowercased() {
        case "/go", "/switch", "/sessions": return tell(sessionsInWords)
        case "/help", "/h", "/?": return tell(commandsInWords)
        default: break
        }
        return withoutDraft(now) {
            edited(composer.replaceAll(with: PasteRules.normalize(line)))
            send()
        }
    }

    /// Answers what is asked.
    package func answer(line: String, yes: Bool, now: Int64) -> [ChatEffect] {
        withoutDraft(now) {
            switch overlays.last {
            case .question(let question): answer(question, yes: yes)
            case .choices(let list):
                let number = Int(line.filter { !$0.isWhitespace }) ?? 0
                if list.items.prefix(Self.listLimit).indices.contains(number - 1) {
                    choose(list.items[number - 1], from: list)
                } else {
                    closeTop()
                }
            case .panel, .prompt, nil: closeTop()
            }
        }
    }

    /// Sending takes the composer's text; here that is the line's, and the session's draft comes back afterwards.
    private func withoutDraft(_ now: Int64, _ body: () -> Void) -> [ChatEffect] {
        let (kept, place) = (composer, current)
        composer = Composer()
        if let place { toldDrafts[place] = nil }
        body()
        if place == current { composer = kept } else if let place { composers[place] = kept }
        if let place { toldDrafts[place] = kept.draft }
        return tick(now: now)
    }

    private func tell(_ panel: TextPanel) -> [ChatEffect] {
        overlays.append(.panel(panel))
        touch()
        return []
    }

    private var sessionsInWords: TextPanel {
        TextPanel(
            title: strings.lines.sessions,
            lines: sessions.enumerated().map { place, session in
                let unread: SafeText = session.unreadCount > 0 ? " (\(session.unreadCount))" : .empty
                let mark: SafeText = session.id == current ? " *" : .empty
                return TextPanel.Line(
                    label: SafeText(place + 1), text: TextSanitizer.line(session.displayName) + unread + mark)
            })
    }

    private var commandsInWords: TextPanel {
        let useless: [CommandName] = [.debug, .keys, .mouse, .redraw, .theme]
        return TextPanel(
            title: strings.lines.help,
            lines: CommandName.allCases.filter { !useless.contains($0) }.map {
                TextPanel.Line(label: TextSanitizer.line($0.usage), text: strings.overlays.command($0))
            })
    }
}
