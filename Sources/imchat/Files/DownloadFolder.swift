import EventLoop

/// Where this user's downloads belong (xdg-user-dirs): `XDG_DOWNLOAD_DIR` of the environment or of `user-dirs.dirs`, else
/// `Downloads` in the home folder.
enum DownloadFolder {
    static func find(
        home: String? = ProcessEnvironment.homeFolder,
        variable: (String) -> String? = ProcessEnvironment.variable
    ) -> String? {
        if let given = variable("XDG_DOWNLOAD_DIR"), given.hasPrefix("/") { return given }
        let base =
            variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? home.map { Paths.join($0, ".config") }
        if let base, let bytes = try? Files.read(Paths.join(base, "user-dirs.dirs"), limit: 1 << 16),
            let found = folder(in: String(decoding: bytes, as: UTF8.self), home: home)
        {
            return found
        }
        return home.map { Paths.join($0, "Downloads") }
    }

    /// The file's lines are `XDG_DOWNLOAD_DIR="$HOME/…"` or with an absolute path; nothing else is allowed there.
    static func folder(in text: String, home: String?) -> String? {
        for line in text.split(separator: "\n") {
            guard line.hasPrefix("XDG_DOWNLOAD_DIR=\""), line.hasSuffix("\"") else { continue }
            let value = String(line.dropFirst("XDG_DOWNLOAD_DIR=\"".count).dropLast())
            if value.hasPrefix("/") { return value }
            guard value.hasPrefix("$HOME/"), let home else { return nil }
            return Paths.join(home, String(value.dropFirst("$HOME/".count)))
        }
        return nil
    }
}
