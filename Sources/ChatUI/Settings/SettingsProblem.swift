/// Something wrong in a configuration or theme file. The rest of the file counts all the same.
package struct SettingsProblem: Error, Sendable, Hashable {
    /// Where; `nil` for a setting that was typed.
    package var place: JSON5Place?
    /// The path of names to it: `keys.global.Ctrl-N`; empty for the file as a whole.
    package var path: String
    /// What is wrong and what is expected.
    package var reason: ConfigurationFault

    /// Describes what is wrong.
    package init(place: JSON5Place? = nil, path: String, reason: ConfigurationFault) {
        self.place = place
        self.path = path
        self.reason = reason
    }

    /// One line: `FILE:LINE:COLUMN: PATH: REASON`.
    package func line(file: String, in language: Strings.Language = .english) -> String {
        let where_ = place.map { "\(file):\($0.line):\($0.column): " } ?? ""
        return where_ + (path.isEmpty ? "" : "\(path): ") + reason.words(in: language)
    }
}
