import IMModel
import MessageFlow

/// The six actions of an engine's sessions.
final class GoBelieveMessageService: MessageServiceInterface {
    private weak var engine: GoBelieveEngine?

    init(engine: GoBelieveEngine) { self.engine = engine }

    private func with(
        _ completion: (MessageActionResult) -> Void, _ work: (GoBelieveEngine) -> Void
    ) {
        guard let engine else { return completion(.failure(.failed("the account is closed"))) }
        work(engine)
    }

    func send(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        with(completion) { $0.send(message, in: session, completion: completion) }
    }

    func resend(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        with(completion) { $0.resend(message, completion: completion) }
    }

    func forward(_ message: Message, to session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        with(completion) { $0.forward(message, to: session, completion: completion) }
    }

    func revoke(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        with(completion) { $0.revoke(message, completion: completion) }
    }

    func save(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        with(completion) { $0.save(message, completion: completion) }
    }

    func delete(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        with(completion) { $0.delete(message, completion: completion) }
    }
}
