package import EventLoop
package import IMModel
package import IMService

/// The account that a command works for: who logs in where, and where its files are.
package struct HeadlessAccount {
    /// The first part of its session ids.
    package var name: String
    /// Who we are; the id is the decimal uid.
    package var me: Contact
    /// Our number on the server.
    package var uid: Int64
    /// Our application, for support sessions; 0 for none.
    package var appID: Int64
    /// The server.
    package var endpoint: Endpoint
    /// The generation of the server.
    package var generation = ServiceConfiguration.ServerGeneration.today
    /// The token of the login.
    package var token: String
    /// Where names can be asked for, if anywhere.
    package var directory: DirectoryPlace?
    /// The folder of the account's files.
    package var folder: String
    /// The message store.
    package var storePath: String
    /// The Unix socket on which a running client of this account takes messages.
    package var controlSocket: String

    /// Makes the value.
    package init(
        name: String, uid: Int64, displayName: String?, appID: Int64 = 0, endpoint: Endpoint, token: String,
        directory: DirectoryPlace? = nil, folder: String, storePath: String, controlSocket: String
    ) {
        self.name = name
        self.uid = uid
        me = Contact(id: ContactID(String(uid)), name: displayName)
        self.appID = appID
        self.endpoint = endpoint
        self.token = token
        self.directory = directory
        self.folder = folder
        self.storePath = storePath
        self.controlSocket = controlSocket
    }

    /// The lock that whoever writes to the account's store holds.
    package var lockPath: String { Paths.join(folder, "lock") }

    func sessionID(_ kind: SessionKind, _ target: String) -> SessionID {
        SessionID(account: name, kind: kind, target: target)
    }
}
