public import IMModel

/// Runs the six actions of one session with what the session was injected with: prechecks in order, preparations in
/// order, then the service. Sessions with different pipelines do not see each other's injections.
public final class MessageActionPipeline {
    /// Which session.
    public let session: SessionID
    /// What it was injected with; another value counts for actions that begin later.
    public var interaction: SessionInteraction
    /// Answers that came late or twice and were ignored.
    public private(set) var ignoredCompletions = 0

    /// Makes the pipeline of a session.
    public init(session: SessionID, interaction: SessionInteraction) {
        self.session = session
        self.interaction = interaction
    }

    /// Runs an action. `completion` is called exactly once, perhaps before this returns; `onProgress` gets the way
    /// through all preparations, from 0 to 1. `forward` without a target ends with `unsupported`.
    @discardableResult
    public func run(
        _ action: MessageAction, on message: Message, target: SessionID? = nil,
        onProgress: @escaping (Double) -> Void = { _ in }, completion: @escaping (MessageActionResult) -> Void
    ) -> MessageActionRun {
        let run = MessageActionRun(
            action: action, message: message, session: session, target: target, interaction: interaction,
            onProgress: onProgress, onIgnored: { [weak self] in self?.ignoredCompletions += 1 },
            completion: completion)
        run.start(message)
        return run
    }
}
