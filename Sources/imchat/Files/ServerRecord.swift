/// What a running server tells about itself in its data folder.
struct ServerRecord: Codable, Equatable {
    var version: String
    var processID: Int32
    /// Milliseconds since 1970.
    var startedAt: Int64
    /// The network address that it serves, if any.
    var listen: String?
    /// Where HTTP is served, if anywhere.
    var http: String?
    var isEmbedded: Bool
}
