/// What is wrong in a configuration or theme file, in no language yet.
package enum ConfigurationFault: Error, Sendable, Hashable {
    /// The file is no text.
    case notUTF8
    /// The file is empty.
    case noValue
    /// Something follows the value.
    case moreBehind
    /// A comment does not end.
    case openComment
    /// Too many levels.
    case tooDeep
    /// A bare word that is no value.
    case noSuchValue(String)
    /// No value where one should be, before a character or the end.
    case valueMissing(String?)
    /// An object does not end.
    case openObject
    /// A list does not end.
    case openList
    /// A text does not end.
    case openText
    /// No name in an object.
    case nameMissing(String?)
    /// A name is there twice.
    case doubleName(String)
    /// No colon.
    case colonMissing(String)
    /// No comma.
    case commaMissing(String?)
    /// An escape in a bare name.
    case escapedName
    /// A number that is none.
    case noNumber(String)
    /// An escape that is a digit.
    case digitEscape
    /// Half of a surrogate pair.
    case halfPair
    /// Too few digits behind an escape.
    case hexadecimal(Int)
    /// Something else than an object.
    case objectExpected(JSON5Value.Kind)
    /// A value that a setting does not take; what it takes.
    case takes(String)
    /// The account of the start is not there.
    case noAccount(String)
    /// An unknown setting; the nearest.
    case noSetting(String?)
    /// An unknown focus of keys; those that are there.
    case noFocus(String)
    /// Actions that would need Alt.
    case stranded(String)
    /// An unknown key.
    case noKey
    /// A key twice; how it is written above.
    case boundAbove(String)
    /// No function for a key.
    case bindingExpected
    /// A command that cannot run as it stands.
    case notRunnable(String)
    /// An unknown action; the nearest.
    case noAction(String, String?)
    /// An unknown field of an account.
    case accountFields
    /// An account without a server.
    case serverMissing
    /// An account without a token.
    case tokenFileMissing
    /// An unknown part of a theme file.
    case themeFields
    /// An unknown part of the screen; the nearest, and all.
    case noPart(String?, String)
    /// A word of a look that is not understood; what is.
    case noLook(String, String)

    /// In words, raw, as the end of a sentence.
    package func words(in language: Strings.Language) -> String {
        switch language {
        case .english: english
        case .simplifiedChinese: simplifiedChinese
        }
    }

    static func next(_ character: String?, _ end: String) -> String { character.map { "“\($0)”" } ?? end }
}
