import IMModel
import MessageFlow

/// Does nothing: nobody acts in these measurements.
final class IdleService: MessageServiceInterface {
    func send(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {}
    func resend(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {}
    func forward(_ message: Message, to session: SessionID, completion: @escaping (MessageActionResult) -> Void) {}
    func revoke(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {}
    func save(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {}
    func delete(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {}
}
