import Cells

/// A setting with a single value: its name, what it takes, how it is taken and shown.
package struct SettingKey: Sendable {
    /// The path of names in the file, and the word for `/set`.
    package let name: String
    /// What it takes, for complaints and help.
    package let expected: String
    /// The words that it takes, where these are all.
    package private(set) var choices: [String] = []
    let take: @Sendable (JSON5Value.Content, inout Settings) -> Bool
    let show: @Sendable (Settings) -> String

    /// The setting of a name; letter case does not count.
    package static func named(_ name: String) -> SettingKey? {
        let lowered = name.lowercased()
        return all.first { $0.name.lowercased() == lowered }
    }

    /// Takes a value; `false` leaves the settings as they were.
    package func take(_ value: JSON5Value.Content, into settings: inout Settings) -> Bool {
        var changed = settings
        guard take(value, &changed) else { return false }
        settings = changed
        return true
    }

    /// The value in force as it would be written.
    package func value(in settings: Settings) -> String { show(settings) }

    /// The name of the setting that keys change too.
    static let listWidthName = "sessionListWidth"
    /// The name of the setting that has a command of its own.
    static let themeName = "theme"

    /// Every setting, in the order of the documentation.
    package static let all: [SettingKey] = [
        choice("language", [("auto", nil), ("en", .english), ("zh_CN", .simplifiedChinese)], \.language),
        SettingKey(
            name: themeName,
            expected: "the name of a theme: auto, \(Theme.names.joined(separator: ", ")), or a theme file",
            take: { value, settings in
                guard case .string(let name) = value, !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
                    return false
                }
                settings.theme = name
                return true
            }, show: { "\"\($0.theme)\"" }),
        choice("background", [("auto", nil), ("light", true), ("dark", false)], \.hasLightBackground),
        flag("mouse", \.mouse),
        SettingKey(
            name: "copyProgram", expected: "a program, with its arguments, that takes a text on its input, or \"\"",
            take: { value, settings in
                guard case .string(let words) = value, !words.contains(where: \.isNewline) else { return false }
                settings.copyProgram = words
                return true
            },
            show: { settings in
                let words = settings.copyProgram.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                return "\"\(words)\""
            }),
        choice("ownMessages", [("right", true), ("left", false)], \.ownMessagesAtRight),
        SettingKey(
            name: "clock", expected: "24 or 12", choices: ["24", "12"],
            take: { value, settings in
                switch value {
                case .number(24), .string("24"): settings.uses24Hours = true
                case .number(12), .string("12"): settings.uses24Hours = false
                default: return false
                }
                return true
            }, show: { $0.uses24Hours ? "24" : "12" }),
        SettingKey(
            name: listWidthName, expected: "\"auto\" or a number of columns from 10 to 80",
            take: { value, settings in
                switch value {
                case .string("auto"): settings.sessionListWidth = nil
                case .number(let number) where number >= 10 && number <= 80 && number == number.rounded():
                    settings.sessionListWidth = Int(number)
                default: return false
                }
                return true
            }, show: { $0.sessionListWidth.map(String.init) ?? "\"auto\"" }),
        choice("width", [("auto", nil), ("cluster", .perCluster), ("scalar", .perScalar)], \.clusters),
        choice("ambiguousWidth", [("auto", nil), ("narrow", false), ("wide", true)], \.ambiguousIsWide),
        flag("askTerminal", \.asksTerminal),
        flag("skipWelcome", \.skipsWelcome),
        choice("history", [("all", true), ("none", false)], \.fetchesHistory),
        limit("keepDays", "\"all\" or for how many days messages are kept", 1...36_500, \.keepDays),
        limit(
            "keepMessages", "\"all\" or how many messages of a session are kept, from 100 on", 100...100_000_000,
            \.keepMessages),
        flag("notifications.bell", \.bell),
        choice("notifications.desktop", NotificationMethod.allCases.map { ($0.rawValue, $0) }, \.desktop),
        flag("notifications.showText", \.showsText),
        choice("notifications.rule", NotifyRule.allCases.map { ($0.rawValue, $0) }, \.notify),
        SettingKey(
            name: "account", expected: "the name of one of the accounts",
            take: { value, settings in
                guard case .string(let name) = value else { return false }
                settings.account = name
                return true
            }, show: { $0.account.map { "\"\($0)\"" } ?? "\"\"" }),
    ]

    private static func flag(_ name: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable) -> SettingKey {
        SettingKey(
            name: name, expected: "true or false", choices: ["true", "false"],
            take: { value, settings in
                switch value {
                case .boolean(let flag): settings[keyPath: path] = flag
                case .string("on"): settings[keyPath: path] = true
                case .string("off"): settings[keyPath: path] = false
                default: return false
                }
                return true
            }, show: { $0[keyPath: path] ? "true" : "false" })
    }

    private static func limit(
        _ name: String, _ expected: String, _ range: ClosedRange<Double>,
        _ path: any WritableKeyPath<Settings, Int?> & Sendable
    ) -> SettingKey {
        SettingKey(
            name: name, expected: expected,
            take: { value, settings in
                switch value {
                case .string("all"): settings[keyPath: path] = nil
                case .number(let number) where range.contains(number) && number == number.rounded():
                    settings[keyPath: path] = Int(number)
                default: return false
                }
                return true
            }, show: { $0[keyPath: path].map(String.init) ?? "\"all\"" })
    }

    private static func choice<Value: Equatable & Sendable>(
        _ name: String, _ choices: [(String, Value)], _ path: any WritableKeyPath<Settings, Value> & Sendable
    ) -> SettingKey {
        SettingKey(
            name: name, expected: choices.map { "\"\($0.0)\"" }.joined(separator: ", "),
            choices: choices.map(\.0),
            take: { value, settings in
                guard case .string(let word) = value, let found = choices.first(where: { $0.0 == word }) else {
                    return false
                }
                settings[keyPath: path] = found.1
                return true
            },
            show: { settings in
                choices.first { $0.1 == settings[keyPath: path] }.map { "\"\($0.0)\"" } ?? "\"\""
            })
    }
}
