import ChatUI
import EventLoop

/// The user's configuration and theme files.
struct ConfigurationFiles: Equatable {
    /// The folder of both; `nil` where there is no home.
    let folder: String?

    /// `$XDG_CONFIG_HOME/imchat`, or the folder of `--data`, which keeps everything in one place.
    static func find(
        chosen: String?, home: String? = ProcessEnvironment.homeFolder,
        variable: (String) -> String? = ProcessEnvironment.variable
    ) -> ConfigurationFiles {
        if let chosen { return ConfigurationFiles(folder: chosen) }
        // The specification: paths that are not absolute are to be ignored.
        let base =
            variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? home.map { Paths.join($0, ".config") }
        return ConfigurationFiles(folder: base.map { Paths.join($0, "imchat") })
    }

    /// The configuration file.
    var configuration: String? { folder.map { Paths.join($0, "config.json5") } }

    /// The settings, and what is wrong with the file, one line each. No file is no problem.
    ///
    /// - Parameter otherwise: the language of complaints where the file does not say one.
    func settings(otherwise language: Strings.Language = .english) -> (Settings, problems: [String]) {
        let (settings, problems, _) = read(otherwise: language)
        return (settings, problems)
    }

    /// The settings as `settings` has them, and whether it is unknown whose account they ask for: the file as a whole, or
    /// the setting `account`, cannot be understood.
    func read(
        otherwise language: Strings.Language = .english
    ) -> (Settings, problems: [String], hidesAccount: Bool) {
        guard let path = configuration else { return (Settings(), [], false) }
        do throws(FileError) {
            let (settings, problems) = SettingsReader.read(try Files.read(path, limit: 1 << 20))
            let isHidden = problems.contains { $0.path.isEmpty || $0.path == "account" || $0.path == "accounts" }
            return (settings, problems.map { $0.line(file: path, in: settings.language ?? language) }, isHidden)
        } catch {
            if case .notFound = error { return (Settings(), [], false) }
            if case .notAFolder = error { return (Settings(), [], false) }
            return (Settings(), ["\(error)"], true)
        }
    }

    /// A theme by its name: a file of the user's first, then a built-in one; `nil` where there is neither.
    func theme(
        _ name: String, onLight background: Bool?, in language: Strings.Language = .english
    ) -> (Theme, problems: [String])? {
        if let folder, !name.contains("/"), !name.hasPrefix(".") {
            let path = Paths.join(Paths.join(folder, "themes"), name + ".json5")
            do throws(FileError) {
                let (theme, problems) = ThemeReader.read(try Files.read(path, limit: 1 << 18), onLight: background)
                return (theme, problems.map { $0.line(file: path, in: language) })
            } catch {
                switch error {
                case .notFound, .notAFolder: break
                case .tooLarge, .locked, .system:
                    return (Theme.named("auto", onLight: background) ?? .standard, ["\(error)"])
                }
            }
        }
        return Theme.named(name, onLight: background).map { ($0, []) }
    }

    /// The themes there are: the built-in ones, then the user's files.
    var themeNames: [String] {
        let ending = ".json5"
        let files = folder.map { Paths.names(in: Paths.join($0, "themes")) } ?? []
        let own = files.filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.map { String($0.dropLast(ending.count)) }
        return Theme.names + own.filter { !Theme.names.contains($0) }
    }

    /// Writes one setting into the configuration file and leaves the rest of it as it is.
    func save(_ name: String, _ literal: String) throws(ProgramError) {
        guard let folder, let path = configuration else {
            throw .noFolder("there is no home folder to keep the setting in; it holds until the end")
        }
        let bytes: [UInt8]
        do throws(FileError) {
            try Paths.makeFolder(folder)
            bytes = Paths.exists(path) ? try Files.read(path, limit: 1 << 20) : []
        } catch {
            throw .folder("not kept: \(error)")
        }
        let changed: [UInt8]
        do throws(JSON5Reader.Problem) {
            changed = try SettingsEditor.set(name, to: literal, in: bytes)
        } catch {
            let problem = SettingsProblem(place: error.place, path: "", reason: error.reason)
            throw .folder("not kept: " + problem.line(file: path))
        }
        do throws(FileError) {
            try Files.writeAtomically(path, changed, mode: Paths.ownerAndMode(path)?.mode ?? 0o600)
        } catch {
            throw .folder("not kept: \(error)")
        }
    }
}
