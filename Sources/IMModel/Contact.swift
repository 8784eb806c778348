/// Somebody who can be a sender or a peer.
///
/// `name` is remote text and stays raw here; whatever shows it sanitises it.
public struct Contact: Sendable, Hashable, Identifiable {
    /// Who it is.
    public let id: ContactID
    /// The name to show, if any source knew one (directory, message, alias).
    public var name: String?

    /// Makes a contact.
    public init(id: ContactID, name: String? = nil) {
        self.id = id
        self.name = name
    }

    /// The name, or `#id` where nobody ever told one.
    public var displayName: String {
        if let name, !name.isEmpty { return name }
        return "#\(id.rawValue)"
    }
}
