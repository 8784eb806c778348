import Cells
import ChatEngines
import ChatUI
import EventLoop
import IMModel
import MessageFlow

/// The message flows of the sessions that were looked at lately. A flow that falls out loses its window, nothing else.
final class FlowCache {
    /// Everything that a flow is made of beside its session.
    struct Ingredients {
        var engine: any ChatEngine
        var scheduler: any FlowScheduling
        var look: Look
        var wallClock: () -> Int64
        var forwardTargets: () -> [Session]
    }

    /// How rows look and what they are laid out by.
    struct Look {
        var configuration: SessionConfiguration
        var style: FlowStyle
        var policy: WidthPolicy
        var strings: FlowStrings
    }

    private static let limit = 12
    private var flows: [(id: SessionID, flow: MessageFlowController, composer: RowComposer)] = []

    /// The flow of a session if there is one; does not count as a look.
    func existing(_ id: SessionID) -> MessageFlowController? { flows.first { $0.id == id }?.flow }

    /// The flow of a session, made if it is missing.
    func flow(of session: Session, _ ingredients: Ingredients) -> MessageFlowController {
        if let place = flows.firstIndex(where: { $0.id == session.id }) {
            let found = flows.remove(at: place)
            flows.append(found)
            return found.flow
        }
        let (flow, composer) = make(session, ingredients)
        flows.append((session.id, flow, composer))
        if flows.count > Self.limit { flows.removeFirst().flow.close() }
        return flow
    }

    /// Every flow there is.
    var all: [MessageFlowController] { flows.map(\.flow) }

    /// Forgets all flows (another account).
    func removeAll() {
        for entry in flows { entry.flow.close() }
        flows = []
    }

    /// Gives every flow another look; each keeps its place.
    func take(_ look: Look) {
        for entry in flows {
            entry.composer.configuration = look.configuration
            entry.composer.style = look.style
            entry.composer.policy = look.policy
            entry.composer.strings = look.strings
            entry.flow.reconfigure(look.configuration)
        }
    }

    /// What the layouts of a session have cost.
    func layoutCounters(of id: SessionID) -> LayoutCounters? { flows.first { $0.id == id }?.composer.counters }

    private func make(_ session: Session, _ ingredients: Ingredients) -> (MessageFlowController, RowComposer) {
        let look = ingredients.look
        let configuration = look.configuration
        let composer = RowComposer(
            configuration: configuration, style: look.style, policy: look.policy, strings: look.strings)
        let flow = MessageFlowController(
            session: session, configuration: configuration,
            interaction: ingredients.engine.interaction(for: session.id),
            composer: composer, scheduler: ingredients.scheduler)
        flow.wallClock = ingredients.wallClock
        let targets = ingredients.forwardTargets
        flow.forwardTargets = { _ in
            targets().filter { $0.capabilities.contains(.send) }
                .map { ForwardTarget(id: $0.id, name: $0.displayName) }
        }
        return (flow, composer)
    }
}
