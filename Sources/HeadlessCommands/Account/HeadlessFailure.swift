import EventLoop
package import IMModel
import IMService
package import MessageStore

/// Why a command ends with another code than 0. Texts are raw: the printer sanitises.
package enum HeadlessFailure: Error, Equatable {
    /// It could not be done (exit code 1).
    case failed(String)
    /// The server does not accept the account's token: another one may help (exit code 1).
    case refusedToken(String)
    /// The command line is wrong (exit code 2).
    case usage(String)

    /// The exit code.
    package var code: Int32 {
        switch self {
        case .failed, .refusedToken: 1
        case .usage: 2
        }
    }

    /// The line for standard error.
    package var line: String {
        switch self {
        case .failed(let line), .refusedToken(let line), .usage(let line): line
        }
    }

    /// A trouble of the store, in words and with what to do.
    package init(_ error: StoreError) {
        switch error {
        case .diskFull: self = .failed("the disk is full: make room and try again")
        case .readOnly: self = .failed("the message store cannot be written: it or its folder is read-only")
        case .inputOutput(let reason): self = .failed("the disk reports an error: \(reason)")
        case .damaged(let reason):
            let repair = "imchat store recover keeps the file aside and recovers what can be read"
            self = .failed("the message store is damaged (\(reason)): \(repair)")
        case .busy: self = .failed("another program holds the message store")
        case .cannotOpen(let reason): self = .failed("the message store cannot be opened: \(reason)")
        case .moved: self = .failed("the message file was removed or replaced meanwhile")
        case .newerVersion(let found, let known):
            self = .failed(
                "a newer imchat wrote this message store (version \(found), this program knows \(known)): update imchat"
            )
        case .olderVersion(let found, let known):
            self = .failed(
                "an older imchat wrote this message store (version \(found), this program needs \(known)): start imchat once "
                    + "where the folder can be written and no other imchat has it, and the store is brought up to date"
            )
        case .closed: self = .failed("the message store is closed")
        case .unknownMessage: self = .failed("there is no such message")
        case .duplicate: self = .failed("the message is there already")
        case .fault(let reason): self = .failed("a fault of imchat, please report it: \(reason)")
        }
    }

    init(_ error: DirectoryError) {
        if case .refused(401, _) = error { self = .refusedToken(error.words) } else { self = .failed(error.words) }
    }

    init(_ failure: SendFailure) { self = .failed(Self.words(failure)) }

    /// A send's failure in words.
    package static func words(_ failure: SendFailure) -> String {
        switch failure {
        case .timedOut: "not sent: the server did not acknowledge it in time"
        case .disconnected: "not sent: there is no connection"
        case .notMyFriend: "not sent: the receiver is no friend of yours"
        case .notTheirFriend: "not sent: you are no friend of the receiver"
        case .blacklisted: "not sent: the receiver has blocked you"
        case .notMember: "not sent: you are no member"
        case .noSuchGroup: "not sent: there is no such group"
        case .tooLarge(let size, let limit): "not sent: \(size) bytes, and \(limit) are the most that can be sent"
        case .unsupported: "not sent: nothing can be sent there"
        case .refused(let words): "not sent: \(words)"
        case .rejected(let status): "not sent: the server refused it (status \(status))"
        case .notStored(let words): "not sent, for it could not be stored: \(words)"
        case .cancelled: "not sent: given up"
        }
    }

    /// Why a connection was lost or not made, in words.
    static func words(_ failure: ConnectionFailure) -> String {
        switch failure {
        case .transport(.cannotResolve(let host, let reason)): "cannot find \(host): \(reason)"
        case .transport(.refused): "nobody listens there"
        case .transport(.timedOut), .connectTimedOut: "no answer to the connect"
        case .transport(.reset): "the connection was reset"
        case .transport(.unreachable): "the network cannot be reached"
        case .transport(.tls(let reason)): "TLS: \(reason)"
        case .transport(.system(_, let reason)): reason
        case .authenticationTimedOut: "the server is silent"
        case .heartbeatTimedOut: "the link is dead"
        case .closedByServer: "the server closed the connection"
        case .protocolViolation(let what): "the server sent nonsense (\(what))"
        }
    }
}
