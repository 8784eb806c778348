import Glibc

/// A folder of one test, removed with all in it at the end.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/imchat-test-XXXXXX".utf8CString)
        path = String(cString: mkdtemp(&template))
    }

    deinit { Self.remove(path) }

    func file(_ name: String) -> String { path + "/" + name }

    var names: [String] { Self.names(path) }

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
