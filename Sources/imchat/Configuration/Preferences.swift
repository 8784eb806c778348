import Cells
import ChatUI
import EventLoop
import MessageFlow

/// The user's settings, what is known of the terminal, and what follows from both. The settings win.
final class Preferences {
    let files: ConfigurationFiles
    private(set) var settings: Settings
    private let fileProblems: [String]
    /// What is wrong with the theme that was asked for last, one line each.
    private(set) var themeProblems: [String] = []
    /// What is wrong with the configuration or the theme, one line each.
    var problems: [String] { fileProblems + themeProblems }
    private(set) var findings: TerminalFindings
    private let memory: TerminalMemory?
    private let firstPolicy: WidthPolicy
    private let locale: String

    /// Reads the configuration.
    ///
    /// - Parameter statePath: where terminals are remembered; `nil` remembers nothing.
    init(files: ConfigurationFiles, statePath: String?, variable: @escaping (String) -> String?) {
        self.files = files
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variable($0) }.first { !$0.isEmpty } ?? ""
        self.locale = locale
        let (settings, problems) = files.settings(otherwise: Strings.Language(locale: locale))
        self.settings = settings
        fileProblems = problems
        memory = statePath.map { TerminalMemory(path: $0, variable: variable) }
        findings = memory?.findings ?? TerminalFindings()
        firstPolicy = WidthPolicy.initial(term: variable("TERM"), isInsideTmux: variable("TMUX") != nil)
    }

    var language: Strings.Language { settings.language ?? Strings.Language(locale: locale) }

    private var words: Strings.Host { Strings.table(language).host }

    var policy: WidthPolicy { settings.policy(otherwise: findings.policy(otherwise: firstPolicy)) }

    /// Whether the background is light; `nil` when nobody knows.
    var hasLightBackground: Bool? { settings.hasLightBackground ?? findings.background?.isLight }

    /// The theme for a terminal of so many colours. A theme that is not there is a problem, and the default is taken.
    func theme(colors: Int) -> Theme {
        let found = files.theme(settings.theme, onLight: hasLightBackground, in: language)
        themeProblems =
            found?.problems
            ?? [words.noTheme(settings.theme, files.themeNames.joined(separator: ", "))]
        let theme = found?.0 ?? Theme.named("auto", onLight: hasLightBackground) ?? .standard
        return theme.reduced(toColors: colors, onLight: hasLightBackground)
    }

    /// What is worth a ring or a notification.
    var notifications: NotificationSettings {
        var notifications = NotificationSettings()
        notifications.rings = settings.bell
        notifications.tellsDesktop = settings.desktop != .off
        notifications.showsText = settings.showsText
        notifications.rule = settings.notify
        notifications.sessions = settings.notifySessions
        return notifications
    }

    /// What message rows are made with, as the settings want it.
    func sessionConfiguration() -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.localTime = LocalTimes.at
        configuration.ownMessagesAtRight = settings.ownMessagesAtRight
        configuration.timeDisplay.uses24Hours = settings.uses24Hours
        return configuration
    }

    /// Takes what a terminal was found to do, and remembers it.
    func learned(_ newer: TerminalFindings) {
        findings = findings.updated(by: newer)
        memory?.keep(findings)
    }

    /// Changes a setting by what the user typed, in force at once, and keeps it in the file. The answer is what is
    /// wrong; the setting may be in force all the same.
    func set(_ name: String, _ typed: String) -> String? {
        guard let key = SettingKey.named(name) else {
            return words.noSetting(name, SettingKey.all.map(\.name).joined(separator: ", "))
        }
        guard let value = Self.value(typed, for: key, in: settings) else {
            return "\(key.name): " + ConfigurationFault.takes(key.expected).words(in: language)
        }
        if key.name == "theme", case .string(let theme) = value, files.theme(theme, onLight: nil) == nil {
            return words.noTheme(theme, files.themeNames.joined(separator: ", "))
        }
        guard key.take(value, into: &settings) else {
            return "\(key.name): " + ConfigurationFault.takes(key.expected).words(in: language)
        }
        do throws(ProgramError) {
            try files.save(key.name, key.value(in: settings))
        } catch {
            return error.line
        }
        return nil
    }

    /// A typed value as JSON5 where the setting takes that, else as a word.
    private static func value(_ typed: String, for key: SettingKey, in settings: Settings) -> JSON5Value.Content? {
        let read = (try? JSON5Reader.read(Array(typed.utf8)))?.content
        for candidate in [read, .string(typed)] {
            var tried = settings
            if let candidate, key.take(candidate, into: &tried) { return candidate }
        }
        return nil
    }
}
