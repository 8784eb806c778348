/// A group notification as it travels: JSON text of the server (protocol document, section 7).
public struct GroupNotice: Sendable, Hashable {
    /// The super group whose queue it came in; `nil` from the personal queue, where only the text names the group.
    public var superGroup: Int64?
    /// The text, verbatim.
    public var content: RawContent

    /// Makes a notice.
    public init(superGroup: Int64? = nil, content: RawContent) {
        self.superGroup = superGroup
        self.content = content
    }
}
