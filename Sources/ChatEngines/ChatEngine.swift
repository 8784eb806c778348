public import IMModel
public import MessageFlow

/// One account on one kind of server, as a program sees it. GoBelieve's is `GoBelieveEngine`.
///
/// Laws: everything happens on the loop's thread; `onEvent` is never called from inside a call on the engine;
/// completions are called exactly once; ids are stable for as long as the store lives.
public protocol ChatEngine: AnyObject {
    /// The account's name, the first part of every `SessionID` of this engine.
    var account: String { get }
    /// Who we are.
    var me: Contact { get }
    /// Where the connection stands.
    var connectionState: ChatConnectionState { get }
    /// The sessions as known now, in no particular order.
    var sessions: [Session] { get }
    /// Receives the events.
    var onEvent: ((ChatEngineEvent) -> Void)? { get set }

    /// Opens the store, reads the sessions, then connects; `completion` once the sessions are there, or why not.
    func start(completion: @escaping (Result<Void, ChatEngineError>) -> Void)
    /// Writes everything that waits to be written, closes store and connection.
    func stop(completion: @escaping () -> Void)
    /// Tries the connection now instead of waiting.
    func retryNow()

    /// The provider and service for one session, for its message flow.
    func interaction(for session: SessionID) -> SessionInteraction
    /// A new own message, ready for `MessageServiceInterface.send`: ids, time and state filled in. `replyTo` is the origin
    /// id of the message that it answers; `originID` its own one, from who may ask for the same message again, else `nil`.
    /// Of messages with the same origin id in a session one is sent.
    func makeMessage(text: String, in session: SessionID, replyTo: String?, originID: String?) -> Message
    /// The name of somebody, as far as known.
    func contact(_ id: ContactID) -> Contact

    /// The user has read the session up to a message.
    func markRead(_ session: SessionID, upTo message: MessageID)
    /// Keeps or removes (`nil`) the unsent text.
    func setDraft(_ draft: Draft?, in session: SessionID)
    /// Tells the other side that the user writes; ignored where the engine has no word for it.
    func setTyping(_ typing: Bool, in session: SessionID)
    /// Quiet or not.
    func setMuted(_ muted: Bool, session: SessionID)
    /// On top or not.
    func setPinned(_ pinned: Bool, session: SessionID)
    /// Enters a room and listens to it.
    func enterRoom(_ id: String)
    /// Leaves a room.
    func leaveRoom(_ session: SessionID)
    /// Searches the kept messages, the newest first; `session` `nil` means everywhere. Beside words there may be `from:NAME`,
    /// `in:SESSION`, `kind:image`, `before:DATE` and `after:DATE`.
    func search(
        words: String, in session: SessionID?, limit: Int,
        completion: @escaping (Result<SearchHits, SearchFailure>) -> Void)
    /// The newest texts that the user sent in a session, oldest first, at most `limit`, as far as they are kept here.
    func sentTexts(in session: SessionID, limit: Int, completion: @escaping ([String]) -> Void)
    /// How many own messages are not acknowledged yet; they go on at the next start if this one ends.
    var unsentCount: Int { get }
    /// Unsent texts that are kept nowhere so far; after `stop`, for good.
    var unkeptDrafts: [SessionID: Draft] { get }
    /// What the user has saved, the last saved first, at most `limit`.
    func savedMessages(limit: Int, completion: @escaping (Result<[Message], ProviderError>) -> Void)
    /// Forgets an own message that the server has refused, with its session, if that holds nothing else: whoever sent it has
    /// the text.
    func discard(_ message: Message)
    /// Changes a group; answers its session. Failures in words, raw.
    func perform(
        _ operation: GroupOperation, completion: @escaping (Result<SessionID, DirectoryFailure>) -> Void)
    /// Finds somebody who answers customers; `store` is a part of the name wanted.
    func openSupport(store: String?, completion: @escaping (Result<SessionID, AddressError>) -> Void)
    /// Everybody whose name is known.
    var knownContacts: [Contact] { get }
    /// Gives somebody a name of the user's own; `nil` takes it away.
    func setAlias(_ name: String?, for id: ContactID)
    /// Tells the caller that the call of a message is refused; `false` where nobody could be told.
    func refuseCall(_ message: Message) -> Bool
    /// Facts for the debug view, a line each; no names and no texts.
    var facts: [String] { get }
    /// The members of a group, as far as known.
    func members(of session: SessionID, completion: @escaping ([Contact]) -> Void)
    /// A group's notice (raw text, empty for none), as far as known.
    func notice(of session: SessionID) -> String?
    /// Ends the connection until `retryNow`.
    func disconnect()
    /// Sets how long messages are kept on this machine.
    func setRetention(_ retention: Retention)
    /// Finds the session for an address (`peer:bob`, `group:7`, `bob`), asking the directory where needed.
    func openSession(address: String, completion: @escaping (Result<SessionID, AddressError>) -> Void)
    /// Says which session an address means, as `openSession` does, and makes none.
    func findSession(address: String, completion: @escaping (Result<SessionID, AddressError>) -> Void)
}

extension ChatEngine {
    /// Nothing to tell.
    public var facts: [String] { [] }
    /// Nothing is under way.
    public var unsentCount: Int { 0 }
    /// Every text is kept.
    public var unkeptDrafts: [SessionID: Draft] { [:] }
    /// Nothing is kept.
    public func sentTexts(in session: SessionID, limit: Int, completion: @escaping ([String]) -> Void) {
        completion([])
    }
    /// Does nothing: an engine without a store of its own keeps nothing.
    public func setRetention(_ retention: Retention) {}

    /// For engines whose `openSession` makes none either.
    public func findSession(address: String, completion: @escaping (Result<SessionID, AddressError>) -> Void) {
        openSession(address: address, completion: completion)
    }

    /// For engines that keep nothing.
    public func discard(_ message: Message) {}

    /// Engines whose groups have none.
    public func notice(of session: SessionID) -> String? { nil }

    /// Engines without calls.
    public func refuseCall(_ message: Message) -> Bool { false }

    /// A new own message with an origin id of the engine's making.
    public func makeMessage(text: String, in session: SessionID, replyTo: String?) -> Message {
        makeMessage(text: text, in: session, replyTo: replyTo, originID: nil)
    }
}
