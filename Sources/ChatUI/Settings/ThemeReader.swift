import Cells
import MessageFlow

/// Reads a theme file: a built-in theme to begin with, and the looks that differ.
///
///     { base: "dark", lines: true, styles: { title: "bold #ff8800" }, messages: { link: "underline cyan" },
///       senders: ["red", "blue"] }
package struct ThemeReader {
    private var theme: Theme
    private var problems: [SettingsProblem] = []

    /// Reads a file's bytes; what cannot be understood is as in the base.
    ///
    /// - Parameter background: whether the background is light, for bases that have both.
    package static func read(
        _ bytes: [UInt8], onLight background: Bool?
    ) -> (theme: Theme, problems: [SettingsProblem]) {
        let standard = Theme.named("standard", onLight: background) ?? .standard
        var reader = ThemeReader(theme: standard)
        do throws(JSON5Reader.Problem) {
            reader.take(try JSON5Reader.read(bytes), background)
        } catch {
            return (standard, [SettingsProblem(place: error.place, path: "", reason: error.reason)])
        }
        return (reader.theme, reader.problems)
    }

    private init(theme: Theme) { self.theme = theme }

    private mutating func complain(_ place: JSON5Place, _ path: String, _ reason: ConfigurationFault) {
        problems.append(SettingsProblem(place: place, path: path, reason: reason))
    }

    private mutating func members(_ value: JSON5Value, _ path: String) -> [JSON5Value.Member] {
        if case .object(let members) = value.content { return members }
        complain(value.place, path, .objectExpected(value.kind))
        return []
    }

    private mutating func take(_ root: JSON5Value, _ background: Bool?) {
        let all = members(root, "")
        if let base = all.first(where: { $0.name == "base" }) {
            if case .string(let name) = base.value.content, let found = Theme.named(name, onLight: background) {
                theme = found
            } else {
                complain(base.value.place, "base", .takes(Theme.names.joined(separator: ", ")))
            }
        }
        for member in all {
            switch (member.name, member.value.content) {
            case ("base", _): break
            case ("lines", .boolean(let drawsLines)): theme.drawsLines = drawsLines
            case ("lines", _): complain(member.value.place, "lines", .takes("true or false"))
            case ("styles", _): takeStyles(member.value)
            case ("messages", _): takeMessages(member.value)
            case ("senders", .array(let looks)):
                let styles = looks.enumerated().compactMap { style($1, "senders[\($0)]") }
                if !styles.isEmpty { theme.flow.senders = styles }
            case ("senders", _): complain(member.value.place, "senders", .takes("a list of looks"))
            default: complain(member.place, member.name, .themeFields)
            }
        }
    }

    private mutating func takeStyles(_ value: JSON5Value) {
        for member in members(value, "styles") {
            let path = "styles.\(member.name)"
            guard let part = Theme.parts.first(where: { $0.name == member.name }) else {
                complain(member.place, path, Self.unknown(member.name, Theme.parts.map(\.name)))
                continue
            }
            if let style = style(member.value, path) { theme[keyPath: part.path] = style }
        }
    }

    private mutating func takeMessages(_ value: JSON5Value) {
        for member in members(value, "messages") {
            let path = "messages.\(member.name)"
            guard let part = Theme.messageParts.first(where: { $0.name == member.name }) else {
                complain(member.place, path, Self.unknown(member.name, Theme.messageParts.map(\.name)))
                continue
            }
            if let style = style(member.value, path) { theme.flow.roles[part.role] = style }
        }
    }

    private static func unknown(_ name: String, _ known: [String]) -> ConfigurationFault {
        .noPart(NearestName.of(name, among: known), known.joined(separator: ", "))
    }

    private mutating func style(_ value: JSON5Value, _ path: String) -> Style? {
        guard case .string(let text) = value.content else {
            complain(value.place, path, .takes(StyleText.expected))
            return nil
        }
        switch StyleText.parse(text) {
        case .success(let style): return style
        case .failure(let error):
            complain(value.place, path, .noLook(error.word, StyleText.expected))
            return nil
        }
    }
}
