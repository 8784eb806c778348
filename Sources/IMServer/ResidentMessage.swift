package import IMWire

/// A message to a user that lives in the server.
package struct ResidentMessage: Sendable, Hashable {
    /// Who wrote it.
    package var sender: UserKey
    /// Whom it reached.
    package var receiver: UserKey
    /// The group it was said in; `nil` between two users.
    package var group: Int64?
    /// The content, verbatim.
    package var content: WireText

    /// Makes a message.
    package init(sender: UserKey, receiver: UserKey, group: Int64? = nil, content: WireText) {
        self.sender = sender
        self.receiver = receiver
        self.group = group
        self.content = content
    }
}
