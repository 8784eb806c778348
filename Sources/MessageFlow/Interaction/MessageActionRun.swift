public import IMModel

/// One running action: prechecks, then preparations in order, then the service. It can be cancelled until the service
/// has it.
public final class MessageActionRun {
    private enum State {
        case preparing(index: Int, PreparationTask?)
        case serving
        case ended
    }

    /// Which action.
    public let action: MessageAction
    /// On which message.
    public let messageID: MessageID
    private let session: SessionID
    private let target: SessionID?
    private let interaction: SessionInteraction
    private let onProgress: (Double) -> Void
    private let onIgnored: () -> Void
    private var completion: ((MessageActionResult) -> Void)?
    private var state = State.preparing(index: 0, nil)

    init(
        action: MessageAction, message: Message, session: SessionID, target: SessionID?,
        interaction: SessionInteraction, onProgress: @escaping (Double) -> Void, onIgnored: @escaping () -> Void,
        completion: @escaping (MessageActionResult) -> Void
    ) {
        self.action = action
        messageID = message.id
        self.session = session
        self.target = target
        self.interaction = interaction
        self.onProgress = onProgress
        self.onIgnored = onIgnored
        self.completion = completion
    }

    /// Whether the completion was called.
    public var isFinished: Bool { if case .ended = state { true } else { false } }

    /// Cancels the action if the service does not have it yet: it ends with `cancelled`, and the preparation under way
    /// is told. Answers whether it was in time.
    @discardableResult
    public func cancel() -> Bool {
        guard case .preparing(_, let task) = state else { return false }
        end(.failure(.cancelled))
        task?.cancel()
        return true
    }

    func start(_ message: Message) {
        if action == .forward, target == nil { return end(.failure(.unsupported)) }
        for precheck in interaction.prechecks {
            if case .refuse(let reason) = verdict(of: precheck, message) { return end(.failure(.refused(reason))) }
        }
        prepare(0, message)
    }

    private func verdict(of precheck: any MessageServicePrechecker, _ message: Message) -> PrecheckVerdict {
        switch action {
        case .send: precheck.shouldSend(message, in: session)
        case .resend: precheck.shouldResend(message, in: session)
        case .forward: precheck.shouldForward(message, in: session, to: target ?? session)
        case .revoke: precheck.shouldRevoke(message, in: session)
        case .save: precheck.shouldSave(message, in: session)
        case .delete: precheck.shouldDelete(message, in: session)
        }
    }

    private func prepare(_ index: Int, _ message: Message) {
        guard case .preparing = state else { return }
        guard index < interaction.preparations.count else { return serve(message) }
        let count = Double(interaction.preparations.count)
        let task = PreparationTask(
            onProgress: { [onProgress] in onProgress((Double(index) + $0) / count) },
            onEnd: { self.prepared(index, message, $0) }, onIgnored: onIgnored)
        state = .preparing(index: index, task)
        let preparation = interaction.preparations[index]
        switch action {
        case .send: preparation.prepareSend(message, in: session, task: task)
        case .resend: preparation.prepareResend(message, in: session, task: task)
        case .forward: preparation.prepareForward(message, in: session, to: target ?? session, task: task)
        case .revoke: preparation.prepareRevoke(message, in: session, task: task)
        case .save: preparation.prepareSave(message, in: session, task: task)
        case .delete: preparation.prepareDelete(message, in: session, task: task)
        }
    }

    private func prepared(_ index: Int, _ before: Message, _ result: Result<Message, MessageActionError>) {
        guard case .preparing(index, _) = state else { return onIgnored() }
        switch result {
        case .failure(let error): end(.failure(error))
        case .success(let message):
            guard message.id == before.id, message.session == before.session else {
                return end(.failure(.preparationFailed("a preparation changed the message's identity")))
            }
            prepare(index + 1, message)
        }
    }

    private func serve(_ message: Message) {
        state = .serving
        let done: (MessageActionResult) -> Void = { self.served($0) }
        let service = interaction.service
        switch action {
        case .send: service.send(message, in: session, completion: done)
        case .resend: service.resend(message, completion: done)
        case .forward: service.forward(message, to: target ?? session, completion: done)
        case .revoke: service.revoke(message, completion: done)
        case .save: service.save(message, in: session, completion: done)
        case .delete: service.delete(message, completion: done)
        }
    }

    private func served(_ result: MessageActionResult) {
        guard case .serving = state else { return onIgnored() }
        end(result)
    }

    private func end(_ result: MessageActionResult) {
        state = .ended
        let tell = completion
        completion = nil
        tell?(result)
    }
}
