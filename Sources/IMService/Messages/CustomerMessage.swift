/// A support message across applications (command 64; commands 24 and 25 on a server of 2016).
public struct CustomerMessage: Sendable, Hashable {
    /// The sender's application.
    public var senderAppID: Int64
    /// Who sent it.
    public var sender: Int64
    /// The receiver's application.
    public var receiverAppID: Int64
    /// Whom it is for.
    public var receiver: Int64
    /// The store that a customer writes to. Travels in the content's JSON today and in the frame on a server of 2016;
    /// here it names the conversation for `isCustomerMessageSending(localID:store:)`. 0 where there is none.
    public var store: Int64
    /// The seller that answers, on a server of 2016; 0 else.
    public var seller: Int64
    /// Seconds since 1970 by the server's clock; 0 on own messages that have not come back.
    public var timestamp: Int64
    /// The sender's local id; does not travel.
    public var localID: Int64
    /// The content, verbatim.
    public var content: RawContent

    /// Makes a message.
    public init(
        senderAppID: Int64, sender: Int64, receiverAppID: Int64, receiver: Int64, store: Int64 = 0, seller: Int64 = 0,
        timestamp: Int64 = 0, localID: Int64 = 0, content: RawContent
    ) {
        self.senderAppID = senderAppID
        self.sender = sender
        self.receiverAppID = receiverAppID
        self.receiver = receiver
        self.store = store
        self.seller = seller
        self.timestamp = timestamp
        self.localID = localID
        self.content = content
    }
}
