/// What a content carries beside its kind (protocol document, section 8). All of it is the sender's word.
package struct ContentEnvelope: Sendable, Hashable {
    /// The origin id, by which copies, quotes, revokes and read marks find the message. Never empty.
    package var uuid: String?
    /// The origin id of the quoted message.
    package var reference: String?
    /// The group in whose view a peer message belongs.
    package var groupID: String?
    /// Customer messages: the store's id.
    package var storeID: String?
    /// Customer messages: the store's name.
    package var storeName: String?
    /// Customer messages: the session's id.
    package var sessionID: String?
    /// Customer messages: the sender's name.
    package var name: String?
    /// Customer messages: the application's name.
    package var appName: String?

    /// Makes an envelope; what is not given is not there.
    package init(
        uuid: String? = nil, reference: String? = nil, groupID: String? = nil, storeID: String? = nil,
        storeName: String? = nil, sessionID: String? = nil, name: String? = nil, appName: String? = nil
    ) {
        self.uuid = uuid
        self.reference = reference
        self.groupID = groupID
        self.storeID = storeID
        self.storeName = storeName
        self.sessionID = sessionID
        self.name = name
        self.appName = appName
    }
}
