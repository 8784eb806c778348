package import Cells
package import IMModel
package import MessageFlow

/// Every word that the interface says by itself, in one language. One value per language; views hold no text.
///
/// Each is made by an initializer that needs every field, so a language cannot lack one.
package struct Strings: Sendable {
    /// The languages there are.
    package enum Language: String, Sendable, Hashable, CaseIterable {
        /// English.
        case english = "en"
        /// Simplified Chinese.
        case simplifiedChinese = "zh_CN"

        /// The language for a locale name such as `zh_CN.UTF-8`; English for all that are not known.
        package init(locale: String) {
            self = locale.lowercased().hasPrefix("zh") ? .simplifiedChinese : .english
        }
    }

    /// The table of a language.
    package static func table(_ language: Language) -> Strings {
        switch language {
        case .english: .english
        case .simplifiedChinese: .simplifiedChinese
        }
    }

    /// Words about sessions.
    package struct Sessions: Sendable {
        package let kind: @Sendable (SessionKind) -> SafeText
        package let members: @Sendable (Int) -> SafeText
        package let none: SafeText
        package let noneChosen: SafeText
        package let noMatch: SafeText
        package let muted: SafeText
        package let filter: SafeText
        package let readOnly: SafeText
        package let unknown: @Sendable (SafeText) -> SafeText
        package let nothingUnread: SafeText
        package let pinned: SafeText
        package let unpinned: SafeText
        package let mutedNow: SafeText
        package let unmutedNow: SafeText
        package let draftMark: SafeText
    }

    /// Words of the status line.
    package struct Status: Sendable {
        package let offline: SafeText
        package let resolving: SafeText
        package let connecting: SafeText
        package let authenticating: SafeText
        package let online: @Sendable (_ name: SafeText) -> SafeText
        package let synchronizing: SafeText
        package let waiting: @Sendable (_ seconds: Int, _ reason: SafeText) -> SafeText
        package let refused: @Sendable (_ reason: SafeText) -> SafeText
        package let unreadElsewhere: @Sendable (_ count: Int, _ key: SafeText) -> SafeText
        package let help: @Sendable (_ key: SafeText) -> SafeText
        package let menu: @Sendable (_ key: SafeText) -> SafeText
        package let messageKeys: @Sendable (_ menu: SafeText, _ reply: SafeText, _ back: SafeText) -> SafeText
        package let sessionKeys: @Sendable (_ open: SafeText, _ filter: SafeText, _ back: SafeText) -> SafeText
        package let typing: @Sendable (_ names: [SafeText]) -> SafeText
        package let newBelow: @Sendable (Int) -> SafeText
        package let loadingOlder: SafeText
        package let loadFailed: @Sendable (_ reason: SafeText) -> SafeText
    }

    /// Words of the composer and its questions.
    package struct Composer: Sendable {
        package let placeholder: SafeText
        package let replyTo: @Sendable (_ name: SafeText, _ text: SafeText) -> SafeText
        package let unknownOriginal: SafeText
        package let size: @Sendable (_ bytes: Int, _ limit: Int) -> SafeText
        package let tooLarge: @Sendable (_ bytes: Int, _ limit: Int) -> SafeText
        package let holdsNoMore: @Sendable (_ limit: Int) -> SafeText
        package let pasteQuestion: @Sendable (_ lines: Int, _ bytes: Int) -> SafeText
        package let mistypedQuestion: @Sendable (_ name: SafeText) -> SafeText
        package let didYouMean: @Sendable (_ command: SafeText) -> SafeText
        package let usage: @Sendable (_ usage: SafeText) -> SafeText
        package let nothingToComplete: SafeText
        package let noHistory: SafeText
        package let cannotSend: SafeText
    }

    /// Words of dialogs, menus and panels.
    package struct Overlays: Sendable {
        package let yes: SafeText
        package let no: SafeText
        package let quitQuestion: SafeText
        package let revokeQuestion: SafeText
        package let deleteQuestion: SafeText
        package let actionQuestion: SafeText
        package let menuTitle: SafeText
        package let forwardTitle: SafeText
        package let switcherTitle: SafeText
        package let historyTitle: SafeText
        package let detailsTitle: SafeText
        package let messageTitle: SafeText
        package let helpTitle: SafeText
        package let searchHere: SafeText
        package let searchEverywhere: SafeText
        package let goTo: SafeText
        package let noMatch: SafeText
        package let keysHint: SafeText
        package let commandsHeading: SafeText
        package let entry: @Sendable (BuiltInMenuEntry) -> SafeText
        package let context: @Sendable (KeyContext) -> SafeText
        package let action: @Sendable (KeyAction) -> SafeText
        package let command: @Sendable (CommandName) -> SafeText
    }

    /// Words about messages and what was done to them.
    package struct Messages: Sendable {
        package let copied: SafeText
        package let noLink: SafeText
        package let noText: SafeText
        package let jumpFailed: SafeText
        package let notPossible: SafeText
        package let noneHere: SafeText
        package let done: @Sendable (MessageAction) -> SafeText
        package let failed: @Sendable (MessageAction, _ reason: SafeText) -> SafeText
        package let actionError: @Sendable (MessageActionError) -> SafeText
        package let sendFailure: @Sendable (SendFailure) -> SafeText
        package let state: @Sendable (DeliveryState) -> SafeText
        package let content: @Sendable (MessageType) -> SafeText
        package let sender: SafeText
        package let time: SafeText
        package let stateLabel: SafeText
        package let kindLabel: SafeText
        package let readers: SafeText
        package let localID: SafeText
        package let originID: SafeText
        package let serverID: SafeText
        package let size: SafeText
        package let bytes: @Sendable (Int) -> SafeText
    }

    /// Which language this is.
    package let language: Language
    /// About sessions.
    package let sessions: Sessions
    /// The status line.
    package let status: Status
    /// The composer.
    package let composer: Composer
    /// Dialogs, menus and panels.
    package let overlays: Overlays
    /// About messages.
    package let messages: Messages
}
