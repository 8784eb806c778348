import ChatUI

/// Which language the interface speaks.
enum Language {
    /// The language of the locale: the first of LC_ALL, LC_MESSAGES and LANG that is set decides.
    static func ofLocale(_ variable: @escaping (String) -> String?) -> Strings.Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = names.lazy.compactMap { variable($0) }.first { !$0.isEmpty } ?? ""
        return locale.hasPrefix("zh") ? .simplifiedChinese : .english
    }
}
