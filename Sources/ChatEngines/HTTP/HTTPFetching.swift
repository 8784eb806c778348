/// One GET as the provider wants it.
struct HTTPRequest: Sendable, Hashable {
    /// The URL, filled in.
    var url: String
    /// Lines for the head.
    var headers: [HTTPProviderConfiguration.Header]
    /// The largest answer, bytes.
    var maximumBytes: Int
    /// Milliseconds; a bound for the program itself, the provider has its own timer.
    var timeout: Int64
}

/// A complete answer.
struct HTTPAnswer: Sendable, Hashable {
    /// The status.
    var status: Int
    /// The body.
    var body: [UInt8]
}

/// Makes GETs; letting go of the answered object cancels the call.
protocol HTTPFetching: AnyObject {
    /// Starts a call; `completion` comes later, at most once, and not after the object was let go of.
    func fetch(
        _ request: HTTPRequest, completion: @escaping (Result<HTTPAnswer, HTTPProviderError>) -> Void
    ) throws(HTTPProviderError) -> AnyObject
}
