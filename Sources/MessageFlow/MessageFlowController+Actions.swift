public import Cells
public import IMModel

extension MessageFlowController {
    var rules: BuiltInMenuRules { BuiltInMenuRules(capabilities: session.capabilities, now: wallClock?()) }

    /// The menu of a message as it is now; `nil` if the message is not in the window.
    public func menu(for id: MessageID, component: MessageComponent? = nil, cell: Point? = nil) -> LongPressMenu? {
        guard let message = data.window[id] else { return nil }
        let targets = session.capabilities.contains(.forward) ? forwardTargets?(message) ?? [] : []
        var entries = rules.entries(for: message).map(MenuEntry.builtIn)
        if targets.isEmpty { entries.removeAll { $0.id == .builtIn(.forward) } }
        if let menuCustomization { entries = menuCustomization(message, entries) }
        return LongPressMenu(
            message: message, component: component, cell: cell, entries: entries, forwardTargets: targets)
    }

    /// Does a menu entry. Entries that ask lead to `confirmationRequested` until `confirmed`; `forward` without a target
    /// leads to `forwardRequested`. What the message's state no longer allows ends with an error, told by
    /// `actionFinished` and to `completion`, which is called for entries that run one of the six actions.
    public func perform(
        _ entry: MenuEntry, on id: MessageID, target: SessionID? = nil, confirmed: Bool = false,
        completion: ((MessageActionResult) -> Void)? = nil
    ) {
        guard let message = data.window[id] else {
            completion?(.failure(.unknownMessage))
            return
        }
        if entry.asks, !confirmed { return tell(.confirmationRequested(entry, message)) }
        switch entry.id {
        case .custom: tell(.customEntryChosen(entry, message))
        case .builtIn(let builtIn): perform(builtIn, on: message, target, completion)
        }
    }

    private func perform(
        _ entry: BuiltInMenuEntry, on message: Message, _ target: SessionID?,
        _ completion: ((MessageActionResult) -> Void)?
    ) {
        switch entry {
        case .reply: tell(.replyRequested(message))
        case .quote: tell(.quoteRequested(message, text: MessageTexts.copyable(message.content) ?? ""))
        case .copy: if let text = MessageTexts.copyable(message.content) { tell(.copyRequested(text: text)) }
        case .copyLink: if let link = MessageTexts.links(message.content).first { tell(.copyRequested(text: link)) }
        case .open: if let link = MessageTexts.links(message.content).first { tell(.openRequested(url: link, message)) }
        case .details: tell(.detailsRequested(message))
        case .forward:
            if let target { return check(.forward, .forward, message, target, completion) }
            if let menu = menu(for: message.id) { tell(.forwardRequested(menu)) }
        case .save: check(.save, .save, message, nil, completion)
        case .resend: check(.resend, .resend, message, nil, completion)
        case .revoke: check(.revoke, .revoke, message, nil, completion)
        case .delete: check(.delete, .delete, message, nil, completion)
        }
    }

    /// Runs an action if its entry still fits the message: the menu may have stood open for long.
    private func check(
        _ entry: BuiltInMenuEntry, _ action: MessageAction, _ message: Message, _ target: SessionID?,
        _ completion: ((MessageActionResult) -> Void)?
    ) {
        guard rules.allows(entry, message) else {
            let error = entry == .revoke ? rules.refusal(ofRevoking: message) ?? .unsupported : .unsupported
            return finish(action, message.id, .failure(error), completion)
        }
        perform(action, on: message, target: target, completion: completion)
    }

    /// Runs one of the six actions through prechecks, preparations and the service; `send` takes a new message, which
    /// appears when the engine tells of it. What a successful action made of a message in the window is shown at once;
    /// a deleted one goes.
    @discardableResult
    public func perform(
        _ action: MessageAction, on message: Message, target: SessionID? = nil,
        completion: ((MessageActionResult) -> Void)? = nil
    ) -> MessageActionRun {
        pipeline.run(action, on: message, target: target) { [weak self] fraction in
            self?.tell(.actionProgress(action, message.id, fraction))
        } completion: { [weak self] result in
            guard let self else {
                completion?(result)
                return
            }
            if case .success(let changed) = result { show(changed, after: action, of: message.id) }
            finish(action, message.id, result, completion)
        }
    }

    private func show(_ message: Message, after action: MessageAction, of id: MessageID) {
        switch action {
        case .delete: if data.window[id] != nil { messagesDeleted([id]) }
        case .resend, .revoke:
            guard message.id == id, let shown = data.window[id], message.version >= shown.version else { return }
            messagesUpdated([message])
        case .send, .forward, .save: break
        }
    }

    private func finish(
        _ action: MessageAction, _ id: MessageID, _ result: MessageActionResult,
        _ completion: ((MessageActionResult) -> Void)?
    ) {
        tell(.actionFinished(action, id, result))
        completion?(result)
    }
}
