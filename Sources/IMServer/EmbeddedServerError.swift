package import Database
package import EventLoop

/// Why a server cannot start.
package enum EmbeddedServerError: Error, Equatable, CustomStringConvertible {
    /// The database cannot be opened or read.
    case database(DatabaseError)
    /// Nothing listens.
    case listen(ListenError)
    /// HTTP cannot be served.
    case http(HTTPPortError)

    /// What is wrong and what to do.
    package var description: String {
        switch self {
        case .database(let error) where error.reason == .diskFull || error.reason == .readOnly: error.advice
        case .database(let error): "\(error.message); \(error.advice)"
        case .listen(let error): error.description
        case .http(let error): error.description
        }
    }
}
