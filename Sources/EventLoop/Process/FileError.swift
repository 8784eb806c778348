/// What can go wrong with a file.
public enum FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no such file.
    case notFound(path: String)
    /// The file is larger than the caller takes.
    case tooLarge(path: String, limit: Int)
    /// Another process holds the lock.
    case locked(path: String)
    /// The path is there but is not what it should be, e.g. a file in place of a folder.
    case notAFolder(path: String)
    /// Any other error of the operating system.
    case system(SystemError)

    /// What is wrong and where.
    public var description: String {
        switch self {
        case .notFound(let path): "\(path) does not exist"
        case .tooLarge(let path, let limit): "\(path) is larger than \(limit) bytes"
        case .locked(let path): "\(path) is in use by another process"
        case .notAFolder(let path): "\(path) is not a folder"
        case .system(let error): error.description
        }
    }
}
