public import MessageFlow

/// Why an HTTP history call brought no page. Texts are raw.
public enum HTTPProviderError: Error, Sendable, Hashable {
    /// The program that makes the calls is not installed: its name. The package of that name brings it.
    case missingProgram(String)
    /// The URL is not one of `http://` or `https://` without blanks and control characters: the URL as filled in.
    case badURL(String)
    /// A header's name is no HTTP token, or its value holds a control character: the name.
    case badHeader(String)
    /// No complete answer within the time-out.
    case timedOut
    /// No connection: the program's own words.
    case unreachable(String)
    /// The server answered with an error status, and perhaps with words.
    case status(Int, String)
    /// The server wants to send the call elsewhere. Redirects are not followed: headers may carry tokens.
    case redirected(Int)
    /// The answer is larger than `HTTPProviderConfiguration.maximumBytes`.
    case tooLarge(limit: Int)
    /// The answer is no JSON of bearable depth and size.
    case malformed
    /// The JSON has no array of messages at the mapped place.
    case unexpectedShape
    /// The program failed otherwise: its exit code and its own words.
    case program(Int, String)
    /// The call was cancelled.
    case cancelled

    /// Whether another try may bring a page.
    public var isTemporary: Bool {
        switch self {
        case .timedOut, .unreachable: true
        case .status(let code, _): [408, 425, 429, 500, 502, 503, 504].contains(code)
        case .missingProgram, .badURL, .badHeader, .redirected, .tooLarge, .malformed, .unexpectedShape, .program,
            .cancelled:
            false
        }
    }

    /// The error as message flows know it.
    public var providerError: ProviderError {
        switch self {
        case .missingProgram(let name):
            .failed("the program \(name) is missing: install the package \(name) to read this history")
        case .badURL(let url): .failed("not an http or https URL: \(url)")
        case .badHeader(let name): .failed("the header \(name) cannot be sent")
        case .timedOut: .timedOut
        case .unreachable: .offline
        case .status(let code, let words):
            .failed(words.isEmpty ? "the server answered \(code)" : "the server answered \(code): \(words)")
        case .redirected(let code): .failed("the server answered \(code), a redirect, which is not followed")
        case .tooLarge(let limit): .failed("the answer is larger than \(limit) bytes")
        case .malformed: .failed("the answer is no JSON")
        case .unexpectedShape: .failed("the answer holds no messages where they were expected")
        case .program(let code, let words): .failed("curl failed (\(code)): \(words)")
        case .cancelled: .cancelled
        }
    }
}
