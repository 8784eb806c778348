public import IMModel

/// The way back for one preparation of one action: progress, the end, and news of a cancel.
public final class PreparationTask {
    private enum State {
        case running
        case ended
        case cancelled
    }

    private var state = State.running
    private let onProgress: (Double) -> Void
    private let onEnd: (Result<Message, MessageActionError>) -> Void
    private let onIgnored: () -> Void

    /// Called at most once, when the action is cancelled while the preparation runs: stop the work, call nothing.
    public var onCancel: (() -> Void)?

    init(
        onProgress: @escaping (Double) -> Void, onEnd: @escaping (Result<Message, MessageActionError>) -> Void,
        onIgnored: @escaping () -> Void
    ) {
        self.onProgress = onProgress
        self.onEnd = onEnd
        self.onIgnored = onIgnored
    }

    /// Whether the action was cancelled.
    public var isCancelled: Bool { if case .cancelled = state { true } else { false } }

    /// Tells how far it is, from 0 to 1; values outside are clamped, what is no number counts as 0.
    public func progress(_ fraction: Double) {
        guard case .running = state else { return onIgnored() }
        onProgress(fraction.isNaN ? 0 : min(1, max(0, fraction)))
    }

    /// The preparation is done; the message goes on as it is here.
    public func finish(_ message: Message) {
        guard case .running = state else { return onIgnored() }
        state = .ended
        onCancel = nil
        onEnd(.success(message))
    }

    /// The preparation failed; the action ends with `preparationFailed` and this reason (raw text for the user).
    public func fail(_ reason: String) {
        guard case .running = state else { return onIgnored() }
        state = .ended
        onCancel = nil
        onEnd(.failure(.preparationFailed(reason)))
    }

    func cancel() {
        guard case .running = state else { return }
        state = .cancelled
        let stop = onCancel
        onCancel = nil
        stop?()
    }
}
