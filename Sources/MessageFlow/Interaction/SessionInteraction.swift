/// Everything that a session is injected with: where its messages come from, how they are acted on, what may stop an
/// action and what prepares one. Two sessions with different bundles do not see each other's.
public struct SessionInteraction {
    /// Where the messages come from.
    public var provider: any SessionMessageProvider
    /// How the six actions are done.
    public var service: any MessageServiceInterface
    /// Asked in this order before each action.
    public var prechecks: [any MessageServicePrechecker]
    /// Run in this order after the prechecks.
    public var preparations: [any MessageServicePreparation]

    /// Makes a bundle.
    public init(
        provider: any SessionMessageProvider, service: any MessageServiceInterface,
        prechecks: [any MessageServicePrechecker] = [], preparations: [any MessageServicePreparation] = []
    ) {
        self.provider = provider
        self.service = service
        self.prechecks = prechecks
        self.preparations = preparations
    }
}
