package import IMModel

/// Something that a content does to another message; it may come before its target, which then gets it on arrival.
package struct MessageEffect: Sendable, Hashable {
    /// What it does.
    package enum Kind: Sendable, Hashable {
        /// Takes the message back; honoured only from the message's author.
        case revoke
        /// The author of the effect has read the message.
        case read
        /// Puts a tag on the message, or takes it off.
        case tag(String, added: Bool)
    }

    /// Where the target is.
    package var session: SessionID
    /// The origin id of the target.
    package var target: String
    /// Who did it.
    package var author: ContactID
    /// Whether that is the account's own user (on another device).
    package var isOwn: Bool
    /// What it does.
    package var kind: Kind

    /// Makes an effect.
    package init(session: SessionID, target: String, author: ContactID, isOwn: Bool, kind: Kind) {
        self.session = session
        self.target = target
        self.author = author
        self.isOwn = isOwn
        self.kind = kind
    }
}
