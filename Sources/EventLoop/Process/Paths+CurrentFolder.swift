internal import Glibc

extension Paths {
    /// The folder that relative paths start from; `nil` where it was removed.
    public static var currentFolder: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
