import EventLoop

/// The file of `--token-file`: `TOKEN`, or `UID TOKEN` as `imchat server token add` prints it.
enum TokenFile {
    static func read(_ path: String, uid: Int64?) throws(ProgramError) -> (uid: Int64, token: String) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: 4096)
        } catch {
            throw .account("the token file: \(error)")
        }
        return try parse(String(decoding: bytes, as: UTF8.self), path: path, uid: uid)
    }

    /// The rule, without a file.
    static func parse(_ text: String, path: String, uid: Int64?) throws(ProgramError) -> (uid: Int64, token: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        switch words.count {
        case 2:
            guard let written = Int64(words[0]), written > 0 else {
                throw .account("\(path) should hold TOKEN, or UID TOKEN with a number first")
            }
            if let uid, uid != written { throw .account("--uid is \(uid), but \(path) is the token of \(written)") }
            return (written, try checked(words[1], path))
        case 1:
            guard let uid else { throw .needsUID }
            return (uid, try checked(words[0], path))
        default: throw .account("\(path) should hold one line: TOKEN, or UID TOKEN")
        }
    }

    private static func checked(_ token: String, _ path: String) throws(ProgramError) -> String {
        guard token.utf8.count <= 255 else { throw .account("the token in \(path) is longer than 255 bytes") }
        return token
    }
}
