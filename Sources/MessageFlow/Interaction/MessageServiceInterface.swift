public import IMModel

/// Why an action on a message failed. `cause` texts are raw and sanitised by whatever shows them.
public enum MessageActionError: Error, Sendable, Hashable {
    /// The session cannot do this.
    case unsupported
    /// A precheck refused, in its own words.
    case refused(String)
    /// A preparation failed, in its own words.
    case preparationFailed(String)
    /// It was cancelled.
    case cancelled
    /// The message could not be sent.
    case notSent(SendFailure)
    /// The message is not there (any more).
    case unknownMessage
    /// Too late (the time for a revoke has passed).
    case tooLate
    /// The engine or the store failed, in its own words.
    case failed(String)
}

/// What an action leads to: the message as it is now, or why not.
public typealias MessageActionResult = Result<Message, MessageActionError>

/// The six actions on messages. Injected per session; the built-in ones live in the engines.
///
/// Laws: `completion` is called exactly once on the loop's thread, and may be called before the method returns.
/// Success of `send` means that the message is accepted for sending and stored, if the engine stores; how far it came
/// is told later by updates of the message. Every method has a default that answers `unsupported`; a session's
/// `Capabilities` should say the same, so that nobody is offered it.
public protocol MessageServiceInterface: AnyObject {
    /// Sends a new message.
    func send(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void)
    /// Sends a failed message again, with the same origin id.
    func resend(_ message: Message, completion: @escaping (MessageActionResult) -> Void)
    /// Sends a copy of the message, content verbatim, to another session.
    func forward(_ message: Message, to session: SessionID, completion: @escaping (MessageActionResult) -> Void)
    /// Asks to take back an own message.
    func revoke(_ message: Message, completion: @escaping (MessageActionResult) -> Void)
    /// Keeps the message in the user's collection.
    func save(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void)
    /// Deletes the message here (not for others).
    func delete(_ message: Message, completion: @escaping (MessageActionResult) -> Void)
}

extension MessageServiceInterface {
    /// Cannot be done here.
    public func send(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        completion(.failure(.unsupported))
    }
    /// Cannot be done here.
    public func resend(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        completion(.failure(.unsupported))
    }
    /// Cannot be done here.
    public func forward(
        _ message: Message, to session: SessionID, completion: @escaping (MessageActionResult) -> Void
    ) { completion(.failure(.unsupported)) }
    /// Cannot be done here.
    public func revoke(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        completion(.failure(.unsupported))
    }
    /// Cannot be done here.
    public func save(_ message: Message, in session: SessionID, completion: @escaping (MessageActionResult) -> Void) {
        completion(.failure(.unsupported))
    }
    /// Cannot be done here.
    public func delete(_ message: Message, completion: @escaping (MessageActionResult) -> Void) {
        completion(.failure(.unsupported))
    }
}

/// The kinds of action, for prechecks, preparations and menus.
public enum MessageAction: Sendable, Hashable, CaseIterable {
    /// Send a new message.
    case send
    /// Send a failed one again.
    case resend
    /// Forward to another session.
    case forward
    /// Take back.
    case revoke
    /// Keep.
    case save
    /// Delete here.
    case delete
}
