import Glibc

/// A folder that is gone with its owner.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/imchat-store-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { fatalError("cannot make a temporary folder") }
        path = String(cString: made)
    }

    deinit {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." {
                    unlink("\(path)/\(name)")
                    rmdir("\(path)/\(name)")
                }
            }
            closedir(folder)
        }
        rmdir(path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// The permission bits of a file.
func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}
