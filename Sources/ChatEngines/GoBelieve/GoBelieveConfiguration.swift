public import EventLoop
public import IMModel
public import IMService

/// One account on a GoBelieve server, and where its messages are kept.
public struct GoBelieveConfiguration: Sendable {
    /// The account's name, the first part of its `SessionID`s.
    public var account: String
    /// Who we are; the id is the decimal uid.
    public var me: Contact
    /// The server.
    public var endpoint: Endpoint
    /// The token of the login.
    public var token: String
    /// Our number on the server.
    public var uid: Int64
    /// Our application on the server, for support sessions; 0 for none.
    public var appID: Int64
    /// The file that keeps history, outbox and drafts.
    public var storePath: String
    /// What a new store asks the server for.
    public var history: HistoryPolicy

    /// The generation of servers; nothing on the wire tells it.
    public var server = ServiceConfiguration.ServerGeneration.today
    /// The protocol version of the login: 0, 1 or 2; `nil` for the newest that such servers speak.
    public var protocolVersion: UInt8?

    /// Whether peers are told what the user has read.
    public var sendsReadMarks = true

    /// Makes the configuration.
    public init(
        account: String, uid: Int64, name: String?, endpoint: Endpoint, token: String, appID: Int64 = 0,
        storePath: String, history: HistoryPolicy = .all
    ) {
        self.account = account
        self.uid = uid
        self.endpoint = endpoint
        self.token = token
        self.appID = appID
        self.storePath = storePath
        self.history = history
        me = Contact(id: ContactID(String(uid)), name: name)
    }
}
