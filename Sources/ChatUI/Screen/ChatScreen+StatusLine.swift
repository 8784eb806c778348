import Cells
import IMModel
import MessageFlow

/// The status line as cells.
extension ChatScreen {
    func drawStatus(_ layout: ScreenLayout, into buffer: inout CellBuffer) {
        drawLine(layout.statusLine, into: &buffer)
        if theme.drawsLines, !layout.statusLine.isEmpty, !layout.divider.isEmpty {
            buffer.write("┴", x: layout.divider.x, y: layout.statusLine.y, style: theme.line, policy: lines)
        }
        let rect = layout.status
        guard !rect.isEmpty else { return }
        let connection = connectionText
        var x = rect.x + min(1, rect.width - 1)
        if let notice = notices.last {
            let style = notice.weight == .trouble ? theme.error : theme.good
            x = buffer.write(connection.sign, x: x, y: rect.y, style: connection.style, policy: lines, maxX: rect.maxX)
            x += rect.width > 8 ? 1 : 0
            // The connection's words stay where both have room; else the notice, which goes by itself, comes first.
            let words = "\(connection.text) · " as SafeText
            if x + policy.width(of: words) + policy.width(of: notice.text) <= rect.maxX {
                x = buffer.write(
                    connection.text, x: x, y: rect.y, style: connection.style, policy: policy, maxX: rect.maxX)
                x = buffer.write(" · ", x: x, y: rect.y, style: theme.faint, policy: policy, maxX: rect.maxX)
            }
            // What does not fit can be read again: the end of the line says where.
            let more: SafeText = " /\(TextSanitizer.line(CommandName.notices.rawValue))"
            let room = rect.maxX - x - policy.width(of: more)
            let isCut = policy.width(of: notice.text) > rect.maxX - x && room >= 12
            let text = TextFit.fit(notice.text, columns: isCut ? room : rect.maxX - x, policy: policy)
            x = buffer.write(text, x: x, y: rect.y, style: style, policy: policy, maxX: rect.maxX)
            if isCut { x = buffer.write(more, x: x, y: rect.y, style: theme.key, policy: policy, maxX: rect.maxX) }
            return drawParts(from: x, in: rect, into: &buffer)
        }
        x = buffer.write(connection.sign, x: x, y: rect.y, style: connection.style, policy: lines, maxX: rect.maxX)
        x += 1
        // Where not both have room the keys of what lies over the screen say more than that all is well.
        if case .online = self.connection, isElsewhere, let first = statusParts.first,
            x + policy.width(of: connection.text + " · " + first.text) > rect.maxX,
            x + policy.width(of: first.text) <= rect.maxX
        {
            buffer.write(first.text, x: x, y: rect.y, style: first.style, policy: policy, maxX: rect.maxX)
            return
        }
        // What is wrong is worth more than that the connection is well.
        if let trouble = storeTrouble, x + policy.width(of: connection.text + " · " + trouble) > rect.maxX {
            buffer.write(
                TextFit.fit(trouble, columns: rect.maxX - x, policy: policy), x: x, y: rect.y, style: theme.error,
                policy: policy, maxX: rect.maxX)
            return
        }
        let fitted = TextFit.fit(connection.text, columns: rect.maxX - x, policy: policy)
        x = buffer.write(fitted, x: x, y: rect.y, style: connection.style, policy: policy, maxX: rect.maxX)
        drawParts(from: x, in: rect, into: &buffer)
    }

    private func drawParts(from left: Int, in rect: Rect, into buffer: inout CellBuffer) {
        var x = left
        if let trouble = storeTrouble, notices.last?.text != trouble, x + 8 < rect.maxX {
            x = buffer.write(" · ", x: x, y: rect.y, style: theme.faint, policy: policy, maxX: rect.maxX)
            x = buffer.write(
                TextFit.fit(trouble, columns: rect.maxX - x, policy: policy), x: x, y: rect.y, style: theme.error,
                policy: policy, maxX: rect.maxX)
        }
        for part in statusParts {
            let text = " · " + part.text
            guard x + policy.width(of: text) <= rect.maxX else { continue }
            x = buffer.write(" · ", x: x, y: rect.y, style: theme.faint, policy: policy, maxX: rect.maxX)
            x = buffer.write(part.text, x: x, y: rect.y, style: part.style, policy: policy, maxX: rect.maxX)
        }
    }

    /// What stands behind the connection, the most important first; what does not fit is left out.
    private var statusParts: [(text: SafeText, style: Style)] {
        var parts: [(SafeText, Style)] = []
        if currentLayout.note.isEmpty, let current, let writing = typists[current], !writing.isEmpty {
            parts.append((strings.status.typing(writing.map { TextSanitizer.line($0.name) }), theme.faint))
        }
        if currentLayout.note.isEmpty, let note = noteAtRight { parts.append(note) }
        let hint = keyHint.map { ($0, theme.faint) }
        if isElsewhere, let hint { parts.append(hint) }
        let elsewhere = SessionOrder.unread(in: sessions, except: current)
        if elsewhere > 0 {
            parts.append((strings.status.unreadElsewhere(elsewhere, keyName(.nextUnread, in: .global)), theme.unread))
        }
        if !isElsewhere, let hint { parts.append(hint) }
        parts.append((strings.status.help(keyName(.help, in: .always)), theme.faint))
        return parts
    }

    /// Whether the keys are not the composer's: those there are matter more then.
    private var isElsewhere: Bool { !overlays.isEmpty || suggestions != nil || focus != .composer }

    /// The keys that matter most where the focus is.
    private var keyHint: SafeText? {
        let words = strings.status
        func key(_ action: KeyAction, _ context: KeyContext) -> SafeText { keyName(action, in: context) }
        let moves = key(.up, .overlay) + key(.down, .overlay)
        switch overlays.last {
        case .choices(let list) where list.purpose == .history:
            return words.historyKeys(
                key(.historySearch, .composer), key(.accept, .overlay), key(.close, .overlay))
        case .choices: return words.listKeys(moves, key(.accept, .overlay), key(.close, .overlay))
        case .panel(let panel) where panel.closesAtAnyKey: return nil
        case .panel: return words.panelKeys(moves, key(.close, .overlay))
        case .question(let question):
            return words.questionKeys(question.isYesSelected, key(.accept, .overlay), key(.close, .overlay))
        case .prompt: return words.dialogKeys(key(.accept, .overlay), key(.close, .overlay))
        case nil: break
        }
        switch focus {
        case .composer:
            if suggestions != nil { return words.offerKeys(key(.complete, .composer), key(.cancelReply, .composer)) }
            return flow == nil ? nil : words.menu(key(.messageMenu, .messages))
        case .messages:
            let marked = flow?.markedMessageIDs.count ?? 0
            if marked > 0 { return words.marked(marked, key(.copyMessage, .messages), key(.forwardMessage, .messages)) }
            return words.messageKeys(key(.messageMenu, .messages), key(.reply, .messages), key(.close, .messages))
        case .sessions:
            return words.sessionKeys(key(.accept, .sessions), key(.filterSessions, .sessions), key(.close, .sessions))
        }
    }

    /// The first key of an action as it is bound in a context; a dash where none is.
    func keyName(_ action: KeyAction, in context: KeyContext) -> SafeText {
        configuration.keys.keys(for: action, in: context).first.map { TextSanitizer.line(KeyName.print($0)) } ?? "–"
    }

    private var connectionText: (sign: SafeText, text: SafeText, style: Style) {
        let words = strings.status
        return switch connection {
        case .offline(let reason):
            ("○", reason.map { "\(words.offline): \(TextSanitizer.line($0))" } ?? words.offline, theme.warning)
        case .resolving: ("◌", words.resolving, theme.warning)
        case .connecting: ("◌", words.connecting, theme.warning)
        case .authenticating: ("◌", words.authenticating, theme.warning)
        case .online(let synchronizing):
            (
                "●", synchronizing ? words.synchronizing : words.online(TextSanitizer.line(configuration.ownName)),
                theme.good
            )
        case .waiting(let seconds, let reason):
            ("○", words.waiting(max(0, seconds), TextSanitizer.line(reason)), theme.warning)
        case .refused(let reason): ("✗", words.refused(TextSanitizer.line(reason)), theme.error)
        case .readOnly: ("◇", words.readOnly, theme.warning)
        }
    }

    /// Why a page could not be had, in the interface's words.
    func reason(of error: ProviderError) -> SafeText {
        switch error {
        case .timedOut: strings.messages.sendFailure(.timedOut)
        case .offline: strings.status.offline
        case .failed(let why): TextSanitizer.line(why)
        case .unknownAnchor: strings.messages.jumpFailed
        case .cancelled: strings.messages.actionError(.cancelled)
        }
    }
}
