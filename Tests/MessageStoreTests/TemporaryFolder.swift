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

/// Copies a file's bytes.
func copyFile(_ from: String, to: String) {
    let source = open(from, O_RDONLY)
    let target = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(source, &buffer, buffer.count)
        guard count > 0, write(target, buffer, count) == count else { break }
    }
    close(source)
    close(target)
}
