import Glibc

/// A folder of one test, removed with all in it at the end.
public final class TemporaryFolder {
    /// Where it is.
    public let path: String

    /// Makes an empty folder; a machine that cannot has no use for the test.
    public init() {
        var template = Array("/tmp/imchat-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { preconditionFailure("cannot make a folder in /tmp: \(errno)") }
        path = String(cString: made)
    }

    deinit { Self.remove(path) }

    /// The path of something in the folder.
    public func file(_ name: String) -> String { path + "/" + name }

    /// What is in the folder, sorted.
    public var names: [String] { Self.names(path) }

    private static func names(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var all: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { all.append(name) }
        }
        return all.sorted()
    }

    private static func remove(_ path: String) {
        if unlink(path) == 0 { return }
        for name in names(path) { remove(path + "/" + name) }
        rmdir(path)
    }
}
