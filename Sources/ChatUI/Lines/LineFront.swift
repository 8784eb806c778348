package import Cells
package import IMModel
package import MessageFlow

/// The interface on a terminal that can only print lines (`dumb`, one that nobody knows): what is new is printed, what
/// is typed is a message or a slash command. It shows the state of a `ChatScreen` that is never painted.
///
/// Lines of the program's own begin with `--`; a message's with a blank or its time, whatever it holds, and it is
/// wrapped here, so that no text can pass for another line. A value without a clock: times come from the screen.
package struct LineFront {
    /// Messages shown when a session is opened.
    private static let context = 10
    /// A message of more rows is cut to its first ones.
    private static let (mostRows, rowsOfCut) = (40, 20)
    /// Columns that a message's further lines are set in.
    private static let indent = 6

    private let words: Strings.Lines
    private var connection: SafeText?
    private var noticeEnd: Int64?
    private var session: SessionID?
    private var overlay: ChatScreen.LineOverlay?
    /// What was printed of the session, or stood on the terminal because it was typed there.
    private var shown: Set<MessageID> = []
    private var typed: Set<MessageID> = []
    private var hasMessages = false
    private var day: (year: Int, month: Int, day: Int)?
    private var unread: [SessionID: Int] = [:]
    private var greeting: SafeText?
    /// A block of lines that was pasted, until the user says what it is.
    private var pasted: String?

    /// A front that has shown nothing.
    ///
    /// - Parameter reason: why there is no screen, where the user may not know.
    package init(words: Strings.Lines, reason: SafeText? = nil) {
        self.words = words
        greeting = reason.map { "\($0); \(words.greeting)" } ?? words.greeting
    }

    // MARK: In

    /// Does what was entered; the answer is what the host is to do.
    package mutating func enter(_ entry: LineInput.Entry, screen: ChatScreen, now: Int64) -> [ChatEffect] {
        switch entry {
        case .block(let lines):
            pasted = lines.joined(separator: "\n")
            return []
        case .line(let line):
            if let text = pasted {
                pasted = nil
                return Self.isYes(line) ? screen.send(line: text, now: now) : []
            }
            if overlay != nil, screen.lineOverlay == overlay {
                overlay = nil
                return screen.answer(line: line, yes: Self.isYes(line), now: now)
            }
            return screen.send(line: line, now: now)
        }
    }

    /// A message that was typed here: it stands on the terminal already.
    package mutating func sent(_ id: MessageID) { typed.insert(id) }

    private static func isYes(_ line: String) -> Bool {
        ["y", "yes", "是", "好"].contains(line.lowercased().filter { !$0.isWhitespace })
    }

    // MARK: Out

    /// The prompt: whom the next line goes to, or what is asked.
    package func prompt(_ screen: ChatScreen) -> SafeText {
        if pasted != nil { return words.yesOrNo }
        switch overlay {
        case .question: return words.yesOrNo
        case .list: return words.number
        case .text, nil: return screen.lineSession.map { "\(Self.short($0.name))> " } ?? "> "
        }
    }

    /// What is new since the last call, at most so many columns wide. `flow` is the current session's.
    package mutating func news(
        _ screen: ChatScreen, flow: MessageFlowController?, columns: Int
    ) -> [SafeText] {
        let width = max(20, columns - 1)
        var lines: [SafeText] = []
        func own(_ text: SafeText) { lines += Self.wrapped("-- ", text, width) }

        if let greeting {
            own(greeting)
            self.greeting = nil
        }
        let now = screen.lineConnection
        if now != connection {
            // Nothing was tried yet: no news.
            if connection != nil || now != screen.strings.status.offline { own(now) }
            connection = now
        }
        lines += opened(screen, width)
        lines += messages(screen, flow, width)
        for line in elsewhere(screen) { own(line) }
        if let notice = screen.lineNotice, notice.until != noticeEnd {
            noticeEnd = notice.until
            own(notice.text)
        }
        if let text = pasted, overlay == nil {
            own(words.severalLines(text.split(separator: "\n", omittingEmptySubsequences: false).count))
        }
        lines += overlaid(screen, width)
        return lines
    }

    private mutating func opened(_ screen: ChatScreen, _ width: Int) -> [SafeText] {
        guard let current = screen.lineSession, current.id != session else { return [] }
        session = current.id
        shown = []
        hasMessages = false
        day = nil
        return Self.wrapped("-- ", "\(current.name) · \(current.kind)", width)
    }

    private mutating func messages(
        _ screen: ChatScreen, _ flow: MessageFlowController?, _ width: Int
    ) -> [SafeText] {
        guard let window = flow?.windowMessages, !window.isEmpty else { return [] }
        var new = window.filter { !shown.contains($0.id) }
        if !hasMessages {
            hasMessages = true
            new = Array(new.suffix(Self.context))
        } else if let first = window.firstIndex(where: { shown.contains($0.id) }) {
            // Older pages that came in are no news.
            new = window[first...].filter { !shown.contains($0.id) && !typed.contains($0.id) }
        }
        for message in window { shown.insert(message.id) }
        typed = typed.filter { !shown.contains($0) }
        return new.flatMap { lines(of: $0, screen, width) }
    }

    private mutating func lines(of message: Message, _ screen: ChatScreen, _ width: Int) -> [SafeText] {
        let time = screen.configuration.localTime(message.timestamp)
        var lines: [SafeText] = []
        if day == nil || day! != (time.year, time.month, time.day) {
            day = (time.year, time.month, time.day)
            lines.append("-- \(time.year)-\(Self.two(time.month))-\(Self.two(time.day))")
        }
        let head: SafeText = "\(Self.two(time.hour)):\(Self.two(time.minute)) "
        let name = Self.short(TextSanitizer.line(message.sender.displayName))
        let text = screen.lines(of: message, rows: Self.mostRows, width: width - Self.indent)
        var rows: [SafeText] = []
        for (place, line) in text.lines.enumerated() {
            rows += Self.wrapped(place == 0 ? head : "      ", place == 0 ? "\(name): \(line)" : line, width)
        }
        guard rows.count > Self.mostRows || text.more > 0 else { return lines + rows }
        let shown = rows.prefix(Self.rowsOfCut)
        return lines + shown + Self.wrapped("-- ", words.more(rows.count - shown.count + text.more), width)
    }

    /// Sessions that have got something unread since they were last told of; at the start all of them in one line.
    private mutating func elsewhere(_ screen: ChatScreen) -> [SafeText] {
        let sessions = screen.lineSessions
        guard !sessions.isEmpty, screen.lineIsOnline else { return [] }
        let before = unread
        unread = Dictionary(uniqueKeysWithValues: sessions.map { ($0.id, $0.unread) })
        let risen = sessions.filter { $0.id != session && !$0.isMuted && $0.unread > before[$0.id] ?? 0 }
        guard !before.isEmpty, risen.count <= 3 else {
            let count = risen.reduce(0) { $0 + $1.unread }
            return count == 0 ? [] : [words.unreadElsewhere(count)]
        }
        return risen.map { words.unreadIn(Self.short($0.name), $0.unread, $0.preview) }
    }

    private mutating func overlaid(_ screen: ChatScreen, _ width: Int) -> [SafeText] {
        guard let now = screen.lineOverlay, now != overlay else {
            if screen.lineOverlay == nil { overlay = nil }
            return []
        }
        overlay = now
        var lines: [SafeText] = []
        switch now {
        case .question(let text, let details):
            lines += Self.wrapped("-- ", text, width)
            for detail in details { lines += Self.wrapped("      ", detail, width) }
        case .list(let title, let items):
            lines += Self.wrapped("-- ", title, width)
            for (place, item) in items.enumerated() { lines += Self.wrapped("   \(place + 1)  ", item, width) }
        // A notice that was too long for a status line was printed already.
        case .text(_, let text) where text.count == 1 && text.first == screen.lineNotice?.text:
            screen.closeLineText()
            overlay = nil
        case .text(let title, let text):
            lines += Self.wrapped("-- ", title, width)
            for line in text { lines += Self.wrapped("      ", line, width) }
            screen.closeLineText()
            overlay = nil
        }
        return lines
    }

    private static func two(_ number: Int) -> SafeText { number < 10 ? "0\(number)" : SafeText(number) }

    private static func short(_ name: SafeText) -> SafeText { TextFit.fit(name, columns: 30, policy: .perCluster) }

    /// The text behind a head, its further rows set in.
    private static func wrapped(_ head: SafeText, _ text: SafeText, _ width: Int) -> [SafeText] {
        let rows = TextFit.wrap(text, columns: width - indent, policy: .perCluster)
        guard let first = rows.first else { return [head] }
        return [head + first] + rows.dropFirst().map { "      " + $0 }
    }
}
