extension Message {
    /// What keeps this message from standing for one that somebody sends again under its origin id, in words; `nil` where
    /// nothing does. Who repeats an id repeats what was said: with another text it would silently not be sent.
    package func objection(toRepeating content: MessageContent) -> String? {
        let id = originID ?? ""
        switch (self.content, content) {
        case (.revoked, _): return "not sent: the message with the id \(id) was taken back"
        // Members and names may have changed since, and with them who is mentioned.
        case (.text(let said), .text(let wanted)) where said.text == wanted.text: return nil
        case (let said, let wanted) where said == wanted: return nil
        default: return "not sent: another text was sent under the id \(id)"
        }
    }
}
