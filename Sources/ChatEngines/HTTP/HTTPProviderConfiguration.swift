public import IMModel
import MessageFlow

/// How the history of sessions is read over HTTP and JSON: calls, headers, mapping, patience.
public struct HTTPProviderConfiguration: Sendable {
    /// One call of the source.
    public struct Call: Sendable, Hashable {
        /// What an answer holds.
        public enum Answer: Sendable, Hashable {
            /// The page that was asked for.
            case page
            /// All that the source has on that side; the page is cut out of it here, and nothing lies beyond it.
            case everything
        }

        /// The URL.
        public var url: URLTemplate
        /// What an answer holds.
        public var answer: Answer

        /// Makes a call.
        public init(_ url: URLTemplate, answer: Answer = .page) {
            self.url = url
            self.answer = answer
        }
    }

    /// A line of a request's head.
    public struct Header: Sendable, Hashable {
        /// The name, an HTTP token.
        public var name: String
        /// The value, without control characters. It may be a secret: it is never in an argument list.
        public var value: String

        /// Makes a line.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Which property of the anchor message a URL tells.
    public enum AnchorValue: Sendable, Hashable {
        /// `Message.anchor` as the mapping filled it in, else `Message.serverID`.
        case anchor
        /// `Message.originID`.
        case originID
        /// `Message.timestamp`, milliseconds.
        case milliseconds
        /// `Message.timestamp` in whole seconds.
        case seconds
    }

    /// Who we are: messages of this sender are own ones.
    public var me: ContactID
    /// The last messages of a session.
    public var latest: Call
    /// Messages before the anchor; `nil`: the source has nothing but the latest.
    public var older: Call?
    /// Messages after the anchor; `nil`: the source cannot tell.
    public var newer: Call?
    /// Messages on both sides of the anchor; `nil`: the source cannot tell.
    public var around: Call?
    /// Which property of the anchor message a URL tells.
    public var anchorValue = AnchorValue.anchor
    /// Lines for each request's head.
    public var headers: [Header] = []
    /// Where the fields lie.
    public var mapping: HTTPMessageMapping
    /// Milliseconds for one try, from its start to the end of the answer.
    public var timeout: Int64 = 4_000
    /// Tries for one page; only temporary failures are tried again. With the delays all tries should fit into
    /// `SessionDataManager.requestTimeout`.
    public var attempts = 3
    /// Milliseconds before the second try; each further delay is twice the one before.
    public var firstRetryDelay: Int64 = 400
    /// The longest delay, milliseconds.
    public var maximumRetryDelay: Int64 = 10_000
    /// The largest answer that is read, bytes.
    public var maximumBytes = 2_097_152
    /// The program that makes the calls: a path, or a name to look for in `$PATH`.
    public var program = "curl"

    /// Makes a configuration.
    public init(me: ContactID, latest: Call, older: Call? = nil, mapping: HTTPMessageMapping) {
        self.me = me
        self.latest = latest
        self.older = older
        self.mapping = mapping
    }

    /// The call for a page; `nil` where the source has none.
    func call(_ direction: PageDirection, hasAnchor: Bool) -> Call? {
        switch direction {
        case .older: hasAnchor ? older : latest
        case .newer: hasAnchor ? newer : nil
        case .around: hasAnchor ? around : nil
        }
    }

    /// What a URL tells of the anchor; `nil` where the message does not have it.
    func value(of anchor: Message) -> String? {
        switch anchorValue {
        case .anchor: anchor.anchor ?? anchor.serverID
        case .originID: anchor.originID
        case .milliseconds: anchor.timestamp > 0 ? String(anchor.timestamp) : nil
        case .seconds: anchor.timestamp > 0 ? String(anchor.timestamp / 1000) : nil
        }
    }

    /// Milliseconds to wait after so many failed tries; `nil` when it is enough.
    func delay(afterTry count: Int) -> Int64? {
        guard count < attempts else { return nil }
        return min(maximumRetryDelay, max(0, firstRetryDelay) << Int64(min(max(count - 1, 0), 20)))
    }
}
