public import IMModel

/// Which way a page goes from its anchor.
public enum PageDirection: Sendable, Hashable {
    /// Messages before the anchor; without an anchor, the last ones of the session.
    case older
    /// Messages after the anchor; without an anchor, the first ones of the session. A page for the latter must say
    /// `isFirst`; a provider that cannot do it answers `unknownAnchor`.
    case newer
    /// Messages on both sides of the anchor, the anchor included.
    case around
}

/// A page of a session's messages.
public struct MessagePage: Sendable, Hashable {
    /// The messages, oldest first.
    public var messages: [Message]
    /// Whether nothing lies beyond the page in its direction (older, newer); a page may be empty and not the last.
    public var isLast: Bool
    /// For `around`, and `newer` without an anchor: whether nothing older lies before the page.
    public var isFirst: Bool
    /// Whether the page holds what was kept on this machine, and nobody keeps more (rooms): the reader is told so.
    public var isLocalOnly: Bool
    /// What is missing right above messages of the page.
    public var gaps: [HistoryGap]

    /// Makes a page.
    public init(
        messages: [Message], isLast: Bool, isFirst: Bool = false, isLocalOnly: Bool = false, gaps: [HistoryGap] = []
    ) {
        self.messages = messages
        self.isLast = isLast
        self.isFirst = isFirst
        self.isLocalOnly = isLocalOnly
        self.gaps = gaps
    }
}

/// Why a page could not be had.
public enum ProviderError: Error, Sendable, Hashable {
    /// No answer within the time-out.
    case timedOut
    /// No connection to where the messages are.
    case offline
    /// The source answered with an error; raw text.
    case failed(String)
    /// The anchor is not known to the source.
    case unknownAnchor
    /// The request was cancelled.
    case cancelled
}

/// Where a session's messages come from. Injected per session.
///
/// Laws: `completion` is called exactly once, on the loop's thread, and may be called before the method returns;
/// pages may overlap what is loaded already (`SessionDataManager` drops doubles by id); order is by `Message.order`.
/// The anchor of `around` may be a message of which the list knows only the id (then its sender's id is empty): look it
/// up by `Message.id`. What breaks these laws is survived: see `PageFetch`.
public protocol SessionMessageProvider: AnyObject {
    /// Fetches at most `limit` messages beside the anchor message.
    func messages(
        in session: SessionID, anchor: Message?, direction: PageDirection, limit: Int,
        completion: @escaping (Result<MessagePage, ProviderError>) -> Void)
    /// Fetches messages of a gap to where pages come from; the list then asks for the page around it anew. `completion`
    /// is called exactly once with whether anything came or the gap is gone.
    func fill(
        _ gap: HistoryGap, in session: SessionID, completion: @escaping (Result<Bool, ProviderError>) -> Void)
}

extension SessionMessageProvider {
    /// A source that tells of no gaps fills none.
    public func fill(
        _ gap: HistoryGap, in session: SessionID, completion: @escaping (Result<Bool, ProviderError>) -> Void
    ) { completion(.success(false)) }
}
