/// A film at a URL.
public struct VideoContent: Sendable, Hashable {
    /// Where the film is.
    public var url: String
    /// Where its still picture is, if told.
    public var thumbnail: String?
    /// Pixels, 0 where not told.
    public var width: Int
    /// Pixels, 0 where not told.
    public var height: Int
    /// Length in seconds, 0 where not told.
    public var seconds: Int
    /// Bytes, `nil` where not told.
    public var size: Int64?

    /// Makes a film.
    public init(
        url: String, thumbnail: String? = nil, width: Int = 0, height: Int = 0, seconds: Int = 0, size: Int64? = nil
    ) {
        self.url = url
        self.thumbnail = thumbnail
        self.width = width
        self.height = height
        self.seconds = seconds
        self.size = size
    }
}
