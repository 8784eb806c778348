package import EventLoop

/// Why HTTP cannot be served.
package enum HTTPPortError: Error, Equatable, CustomStringConvertible {
    /// The library cannot be loaded; the loader's words.
    case library(String)
    /// Nothing listens.
    case listen(ListenError)

    /// What is wrong and what to do.
    package var description: String {
        switch self {
        case .library(let words):
            "the server needs a library that is missing (\(words)); install it with: apt-get install libmicrohttpd12"
        case .listen(let error): error.description
        }
    }
}
