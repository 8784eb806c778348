import MessageStore

/// The store's errors in words for people.
enum StoreTrouble {
    /// Said while a damaged or an older store is worked on.
    static let isPreparing = "the message store is being checked and put in order: this may take a while"

    /// Why an engine cannot start with its store.
    static func obstacle(_ error: StoreError) -> ChatEngineError {
        error.isTransient ? .storeInTrouble(words(error)) : .storeUnavailable(words(error))
    }

    /// Why something that the user wanted to write could not be kept.
    static func reason(_ error: StoreError) -> String {
        switch error {
        case .diskFull: "the disk is full"
        case .readOnly: "the message store or its folder is read-only"
        default: words(error)
        }
    }

    /// A trouble that goes on.
    static func words(_ error: StoreError) -> String {
        switch error {
        case .diskFull: "the disk is full: new messages stay on the server until there is room"
        case .readOnly: "the message store or its folder is read-only: new messages stay on the server"
        case .inputOutput(let reason): "the disk reports an error: \(reason)"
        case .damaged(let reason): "the message store is damaged (\(reason)): start imchat again to recover it"
        case .busy: "another program holds the message store"
        case .cannotOpen(let reason): "the message store cannot be opened: \(reason)"
        case .moved: "the message file was removed or replaced under imchat: nothing can be kept; start imchat again"
        case .newerVersion(let found, let known):
            "a newer imchat wrote this message store (version \(found), this program knows \(known)): update imchat"
        case .olderVersion(let found, let known):
            "an older imchat wrote this message store (version \(found), this program needs \(known)): start imchat once "
                + "where the folder can be written and no other imchat has it, and the store is brought up to date"
        case .closed: "the message store is closed"
        case .unknownMessage: "there is no such message"
        case .duplicate: "the message is there already"
        case .fault(let reason): reason
        }
    }
}
