/// A link card.
public struct LinkContent: Sendable, Hashable {
    /// Where it leads.
    public var url: String
    /// The title.
    public var title: String
    /// A sentence about it.
    public var summary: String
    /// A picture's URL, if told.
    public var image: String?

    /// Makes a card.
    public init(url: String, title: String, summary: String = "", image: String? = nil) {
        self.url = url
        self.title = title
        self.summary = summary
        self.image = image
    }
}
