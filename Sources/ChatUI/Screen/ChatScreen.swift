package import Cells
package import IMModel
package import MessageFlow

/// The whole interface: state in, cells out. It knows no terminal, clock or engine; what it wants done it returns.
///
/// Lives on the loop's thread. The host feeds it with `update…` and `handle`, calls `tick` when something changed or
/// `nextDeadline` has come, does the effects that come back, and draws when `needsDisplay` is set. Times are monotonic
/// milliseconds of the host's choice.
package final class ChatScreen {
    /// What has the keys while no overlay is open.
    package enum Focus: Sendable, Hashable, CaseIterable {
        /// The text field.
        case composer
        /// The message selection.
        case messages
        /// The session list.
        case sessions
    }

    /// The settings in force.
    package var configuration: ChatConfiguration { didSet { touch() } }
    /// Answers the message flow of a session, the same one each time; `nil` where there is none. The screen takes its
    /// `onEvent` and `onNeedsDisplay`.
    package let makeFlow: (SessionID) -> MessageFlowController?
    /// Called when something changed outside of a call from the host (a page arrived): time to `tick` and draw.
    package var onNeedsDisplay: (() -> Void)?
    /// Whether the next drawing would differ from the last.
    package internal(set) var needsDisplay = true

    var sessions: [Session] = []
    var contacts: [Contact] = []
    var connection = ConnectionStatus.offline(reason: nil)
    var current: SessionID?
    var flow: MessageFlowController?
    var focus = Focus.composer
    var overlays: [Overlay] = []
    var composer = Composer()
    var composers: [SessionID: Composer] = [:]
    var listSelection: SessionID?
    var listFilter: Composer?
    var isFilterEdited = false
    var showsSessionList = true
    var visited: [SessionID] = []
    var returnTo: SessionID?
    var notices: [Notice] = []
    /// What the status line has said, the newest last; what was said again at once, once.
    package internal(set) var pastNotices: [SafeText] = []
    /// The words that the list of hits is for.
    var hitWords = ""
    /// The hit that was chosen last, the words that it was found by, and whether it is yet to be reached.
    var found: (message: MessageID, words: String, isAhead: Bool)?
    /// What was searched for, the newest last.
    var searched: [String] = []
    /// Rooms that the user left and did not go back into.
    var leftRooms: Set<SessionID> = []
    /// The "new" line of the open session.
    var newLine = NewLine()
    /// The open session when the window lost the focus, if all of it was read then.
    var readWhenLeft: SessionID?
    var typists: [SessionID: [Typist]] = [:]
    var hasFocus: Bool
    var lastMarked: [SessionID: Int64] = [:]
    var lastTypingTold: Int64?
    var news = NewsRinger()
    /// When the next try to connect is due; counted down in the status line.
    var waitingUntil: Int64?
    var toldDrafts: [SessionID: Draft] = [:]
    /// The messages being answered, for the banner above the composer.
    var answered: [SessionID: Message] = [:]
    /// What is wrong with the store, for as long as it is.
    var storeTrouble: SafeText?
    var effects: [ChatEffect] = []
    var now: Int64 = 0
    var size = Size(width: 80, height: 24)
    var composerScroll = 0
    var sessionScroll = 0
    var choiceScroll = 0
    var choiceRows = Rect(x: 0, y: 0, width: 0, height: 0)
    /// Where a question's answers were drawn, and how many columns yes has of them.
    var answers = Rect(x: 0, y: 0, width: 0, height: 0)
    var yesWidth = 0
    /// What the word at the caret may become.
    var suggestions: Suggestions?
    var suggestionRows = Rect(x: 0, y: 0, width: 0, height: 0)
    /// Where the word starts for which they were hidden.
    var hiddenWord: Int?
    /// Whether the event at hand changed the text by typing.
    var hasTyped = false

    /// Somebody who writes now.
    struct Typist: Hashable {
        let name: String
        let until: Int64
    }

    /// How long a transient line stays, in milliseconds.
    static let noticeLife: Int64 = 5000
    /// So many past notices are kept.
    static let noticesKept = 200
    /// So many searches can be called back.
    static let searchesKept = 50
    /// How long a typing note stays without a new one, in milliseconds.
    static let typingLife: Int64 = 10_000
    /// How often the other side is told that the user writes, in milliseconds.
    static let typingInterval: Int64 = 5000

    /// A screen without sessions; `update(sessions:)` brings them.
    package init(
        configuration: ChatConfiguration = ChatConfiguration(),
        makeFlow: @escaping (SessionID) -> MessageFlowController?
    ) {
        self.configuration = configuration
        self.makeFlow = makeFlow
        hasFocus = configuration.startsFocused
    }

    // MARK: What the host asks

    /// The session on the screen.
    package var currentSession: SessionID? { current }
    /// What has the keys while no overlay is open.
    package var currentFocus: Focus { focus }
    /// Whether a menu, question, panel or prompt is open.
    package var hasOverlay: Bool { !overlays.isEmpty }
    /// The window's title: the session's name and what is unread.
    package var title: SafeText {
        let name = current.flatMap { session($0) }.map { TextSanitizer.line($0.displayName) } ?? "imchat"
        let unread = SessionOrder.unread(in: sessions, except: nil)
        return unread > 0 ? "(\(unread)) \(name)" : name
    }

    /// When `tick` is due without any input; `nil` for never.
    package var nextDeadline: Int64? {
        return
            (notices.filter { !$0.staysUntilKey }.map(\.until) + typists.values.joined().map(\.until)
            + [news.deadline, nextCount].compactMap(\.self))
            .min()
    }

    // MARK: What the host tells

    /// The sessions as they are now, in any order; the screen orders them. A stored draft is taken only where the
    /// composer of that session has not been used yet.
    package func update(sessions new: [Session]) {
        if !sessions.isEmpty, !hasFocus { news.note(new, before: sessions, settings: configuration.notifications) }
        sessions = SessionOrder.sorted(new)
        if let current, let changed = session(current) { flow?.sessionChanged(changed) }
        if let wanted = listSelection, session(wanted) == nil { listSelection = nil }
        refreshSwitcher()
        touch()
    }

    /// The people known, for completion and the switcher.
    package func update(contacts new: [Contact]) {
        contacts = new
        refreshSwitcher()
        touch()
    }

    /// How the connection stands.
    package func update(connection new: ConnectionStatus) {
        guard connection != new else { return }
        if case .online = connection {
            if case .online = new {} else { newLine.hasLostLink = true }
        }
        connection = new
        // From the next tick on: only there the time is known.
        waitingUntil = nil
        touch()
    }

    /// Somebody writes in a session, or has stopped; the name is raw text.
    package func typing(_ isTyping: Bool, name: String, in session: SessionID, now: Int64) {
        self.now = max(self.now, now)
        var writing = (typists[session] ?? []).filter { $0.name != name }
        if isTyping { writing.append(Typist(name: name, until: now + ChatScreen.typingLife)) }
        typists[session] = writing.isEmpty ? nil : writing
        touch()
    }

    /// The store cannot be written (raw text), or is well again: stands in the status line for as long as it is so.
    package func update(storeTrouble reason: String?) {
        storeTrouble = reason.map { TextSanitizer.line($0) }
        touch()
    }

    /// Shows a line in the status line for some seconds, or for as long as nobody has pressed a key behind those; raw
    /// text.
    package func notify(_ raw: String, isTrouble: Bool = false, staysUntilKey: Bool = false, now: Int64) {
        self.now = max(self.now, now)
        say(TextSanitizer.line(raw), isTrouble ? .trouble : .result, staysUntilKey: staysUntilKey)
    }

    /// Shows lines in a panel (the answer to a command); raw texts.
    package func showPanel(title: String, lines: [String]) {
        overlays.append(
            .panel(
                TextPanel(
                    title: TextSanitizer.line(title),
                    lines: lines.map { TextPanel.Line(text: TextSanitizer.line($0)) })))
        touch()
    }

    /// Shows what a search has found, newest first; choosing one jumps to it. The words are the user's; `indexed` is how much
    /// of the history could be searched, in percent, where that is not all.
    package func showHits(_ hits: [Message], for words: String, indexed: Int? = nil, now: Int64) {
        self.now = max(self.now, now)
        hitWords = words
        let words = TextSanitizer.line(words)
        let part = indexed.map { " · \(strings.messages.indexed($0))" as SafeText } ?? .empty
        show(
            hits, title: "\(strings.messages.hitsTitle(words))\(part)",
            orSay: "\(strings.messages.noHits(words))\(part)")
    }

    /// Nothing was searched, and why (raw text): the words stand in the search again, to be mended.
    package func searchAgain(_ words: String, everywhere: Bool, because reason: String, now: Int64) {
        self.now = max(self.now, now)
        openSearch(everywhere ? .searchEverywhere : .searchHere, words: words)
        say(TextSanitizer.line(reason), .trouble)
    }

    /// Shows what the user has saved, the last saved first; choosing one jumps to it.
    package func showSaved(_ saved: [Message], now: Int64) {
        self.now = max(self.now, now)
        hitWords = ""
        show(saved, title: strings.messages.savedTitle, orSay: strings.messages.nothingSaved)
    }

    private func show(_ hits: [Message], title: SafeText, orSay words: SafeText) {
        guard !hits.isEmpty else {
            say(words)
            return
        }
        choiceScroll = 0
        overlays.append(
            .choices(
                ChoiceList(
                    purpose: .hits, title: title,
                    items: hits.map { message in
                        ChoiceList.Item(
                            title:
                                "\(minute(message.timestamp))  \(TextSanitizer.line(message.sender.displayName)): \(excerpt(of: message))",
                            note: session(message.session).map { TextSanitizer.line($0.displayName) } ?? .empty,
                            choice: .message(message))
                    }, hasFilter: true)))
        touch()
    }

    /// A hit in one line: what it was found by, where its beginning does not hold that.
    private func excerpt(of hit: Message) -> SafeText {
        guard case .text(let content) = hit.content else { return summary(of: hit) }
        return FoundLines.excerpt(of: content.text, words: hitWords) ?? summary(of: hit)
    }

    /// Puts a text into the composer of a session: from the external editor, or one that could not be sent.
    package func replaceDraft(_ text: String, in session: SessionID) {
        let clean = PasteRules.normalize(text)
        if session == current {
            _ = composer.replaceAll(with: clean)
            tellDraft()
        } else {
            var kept = composers[session] ?? Composer()
            _ = kept.replaceAll(with: clean)
            composers[session] = kept
            toldDrafts[session] = kept.draft
            effects.append(.draftChanged(session, kept.draft))
        }
        touch()
    }

    /// Gives a text back that could not be sent: it stands before whatever was written since.
    package func giveBack(_ text: String, replyTo: String? = nil, in session: SessionID) {
        var target = session == current ? composer : composers[session] ?? Composer()
        let later = target.string
        // A message must not come back as a command.
        let text = SlashCommandParser.written(text)
        _ = target.replaceAll(with: later.isEmpty ? text : text + "\n" + later)
        target.replyTo = target.replyTo ?? replyTo
        if session == current {
            composer = target
            tellDraft()
        } else {
            composers[session] = target
            toldDrafts[session] = target.draft
            effects.append(.draftChanged(session, target.draft))
        }
        touch()
    }

    /// Opens a session, as at the start or after a command of the host's.
    package func open(_ id: SessionID, now: Int64) -> [ChatEffect] {
        self.now = max(self.now, now)
        show(id)
        return drain()
    }

    /// One event of the terminal. The answer is what is to be done.
    package func handle(_ event: InputEvent, now: Int64) -> [ChatEffect] {
        self.now = max(self.now, now)
        hasTyped = false
        defer { followWord() }
        switch event {
        case .key, .paste, .mouse: act(on: event)
        case .resize(let size): self.size = size
        case .focus(let gained):
            focusChanged(gained)
            return drain()
        case .reply: return []
        }
        touch()
        return drain()
    }

    /// Lets time pass and hands out what came up outside of `handle`.
    package func tick(now: Int64) -> [ChatEffect] {
        self.now = max(self.now, now)
        let before = (notices.count, typists.values.reduce(0) { $0 + $1.count })
        notices.removeAll { !$0.staysUntilKey && $0.until <= self.now }
        for (id, writing) in typists {
            let still = writing.filter { $0.until > self.now }
            typists[id] = still.isEmpty ? nil : still
        }
        countDown()
        effects += news.due(now: self.now, configuration: configuration)
        if before != (notices.count, typists.values.reduce(0) { $0 + $1.count }) { touch() }
        return drain()
    }

    // MARK: Shared by the extensions

    var strings: Strings { configuration.strings }
    var theme: Theme { configuration.theme }
    var policy: WidthPolicy { configuration.policy }

    func session(_ id: SessionID) -> Session? { sessions.first { $0.id == id } }

    func touch() {
        needsDisplay = true
    }

    /// The moment when the seconds in the status line change; a window that nobody looks at does not count.
    private var nextCount: Int64? {
        guard let waitingUntil, waitingUntil > now, hasFocus else { return nil }
        let rest = waitingUntil - now
        return now + (rest % 1000 == 0 ? 1000 : rest % 1000)
    }

    private func countDown() {
        guard case .waiting(let seconds, let reason) = connection else { return }
        guard let waitingUntil else {
            waitingUntil = now + Int64(seconds) * 1000
            return
        }
        let left = Int(max(0, waitingUntil - now) + 999) / 1000
        guard left != seconds else { return }
        connection = .waiting(seconds: left, reason: reason)
        touch()
    }

    func drain() -> [ChatEffect] {
        markSeen()
        tellDraft()
        defer { effects = [] }
        return effects
    }

    /// The user has seen the messages on the screen: told once for each new last one.
    private func markSeen() {
        guard hasFocus, overlays.isEmpty, let current, let flow, let last = flow.lastVisibleMessage,
            last.order > lastMarked[current] ?? .min
        else { return }
        if session(current)?.unreadCount == 0, session(current)?.mentionCount == 0 { return }
        lastMarked[current] = last.order
        effects.append(.markRead(current, upTo: last.id))
    }
}
