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
        /// “direct”
        package let kind: @Sendable (SessionKind) -> SafeText
        /// “1 member”
        package let members: @Sendable (Int) -> SafeText
        /// “No sessions yet”
        package let none: SafeText
        /// “Choose a session”
        package let noneChosen: SafeText
        /// How a session is begun.
        package let startHint: SafeText
        /// “nothing matches”
        package let noMatch: SafeText
        /// “mute”
        package let muted: SafeText
        /// “filter”
        package let filter: SafeText
        /// “Nothing can be written here”
        package let readOnly: SafeText
        /// “There is no session ‘…’”
        package let unknown: @Sendable (SafeText) -> SafeText
        /// “Nothing unread elsewhere”
        package let nothingUnread: SafeText
        /// “Kept on top”
        package let pinned: SafeText
        /// “No longer kept on top”
        package let unpinned: SafeText
        /// “Muted”
        package let mutedNow: SafeText
        /// “No longer muted”
        package let unmutedNow: SafeText
        /// “message taken back”
        package let takenBack: SafeText
        /// “draft: ”
        package let draftMark: SafeText
        /// “2 new messages”, in one session or in several
        package let newMessages: @Sendable (_ count: Int, _ sessions: Int) -> SafeText
    }

    /// Words of the status line.
    package struct Status: Sendable {
        /// “offline”
        package let offline: SafeText
        /// “looking up the server…”
        package let resolving: SafeText
        /// “connecting…”
        package let connecting: SafeText
        /// “signing in…”
        package let authenticating: SafeText
        /// “online as …”
        package let online: @Sendable (_ name: SafeText) -> SafeText
        /// “catching up…”
        package let synchronizing: SafeText
        /// “offline, next try in … s”
        package let waiting: @Sendable (_ seconds: Int, _ reason: SafeText) -> SafeText
        /// “not let in”
        package let refused: @Sendable (_ reason: SafeText) -> SafeText
        /// “read-only”
        package let readOnly: SafeText
        /// “… unread elsewhere (…)”
        package let unreadElsewhere: @Sendable (_ count: Int, _ key: SafeText) -> SafeText
        /// “… help”
        package let help: @Sendable (_ key: SafeText) -> SafeText
        /// “… on a message: menu”
        package let menu: @Sendable (_ key: SafeText) -> SafeText
        /// “… menu · … reply · … back”
        package let messageKeys: @Sendable (_ menu: SafeText, _ reply: SafeText, _ back: SafeText) -> SafeText
        /// “… open · … filter · … back”
        package let sessionKeys: @Sendable (_ open: SafeText, _ filter: SafeText, _ back: SafeText) -> SafeText
        /// “… is typing…”, for one, two and more who write.
        package let typing: @Sendable (_ names: [SafeText]) -> SafeText
        /// Behind names and commands that are offered: “… take · … hide”
        package let offerKeys: @Sendable (_ take: SafeText, _ hide: SafeText) -> SafeText
        /// In a list: “… choose · … take · … close”
        package let listKeys: @Sendable (_ move: SafeText, _ take: SafeText, _ close: SafeText) -> SafeText
        /// In a search of what was sent: “… older · … take · … close”
        package let historyKeys: @Sendable (_ older: SafeText, _ take: SafeText, _ close: SafeText) -> SafeText
        /// In a panel: “… scroll · … close”
        package let panelKeys: @Sendable (_ move: SafeText, _ close: SafeText) -> SafeText
        /// In a question or where one line is typed: “… take · … close”
        package let dialogKeys: @Sendable (_ take: SafeText, _ close: SafeText) -> SafeText
        /// “y yes · Enter/Esc no”
        package let questionKeys: @Sendable (_ takesYes: Bool, _ take: SafeText, _ close: SafeText) -> SafeText
        /// “… marked: … copy · … forward”
        package let marked: @Sendable (_ count: Int, _ copy: SafeText, _ forward: SafeText) -> SafeText
        /// “↓ … new below”
        package let newBelow: @Sendable (Int) -> SafeText
        /// “loading older messages…”
        package let loadingOlder: SafeText
        /// “older messages could not be loaded: …”
        package let loadFailed: @Sendable (_ reason: SafeText) -> SafeText
        /// Above the first message of a room.
        package let onlyHeardHere: SafeText
    }

    /// Words of the composer and its questions.
    package struct Composer: Sendable {
        /// “Write a message”
        package let placeholder: SafeText
        /// “reply to …: …”
        package let replyTo: @Sendable (_ name: SafeText, _ text: SafeText) -> SafeText
        /// “a message that is not here”
        package let unknownOriginal: SafeText
        /// “… of … bytes”
        package let size: @Sendable (_ bytes: Int, _ limit: Int) -> SafeText
        /// “Not sent: … bytes, at most … can be delivered. Shorten the text.”
        package let tooLarge: @Sendable (_ bytes: Int, _ limit: Int) -> SafeText
        /// “Not inserted: the composer holds at most … bytes”
        package let holdsNoMore: @Sendable (_ limit: Int) -> SafeText
        /// “Paste … lines, … bytes?”
        package let pasteQuestion: @Sendable (_ lines: Int, _ bytes: Int) -> SafeText
        /// “‘/…’ is no command. Send it as a message?”
        package let mistypedQuestion: @Sendable (_ name: SafeText) -> SafeText
        /// “Did you mean …? (// sends a text that starts with /)”
        package let didYouMean: @Sendable (_ command: SafeText) -> SafeText
        /// “Usage: …”
        package let usage: @Sendable (_ usage: SafeText) -> SafeText
        /// “Nothing to complete here”
        package let nothingToComplete: SafeText
        /// “Nothing was sent from here yet”
        package let noHistory: SafeText
        /// “This group is closed: …”
        package let closedGroup: SafeText
        /// “You left this room · …”
        package let leftRoom: @Sendable (_ number: SafeText) -> SafeText
        /// “Only rooms and groups are left”
        package let noRoomToLeave: SafeText
        /// “… is no room: …”
        package let roomByNumber: @Sendable (_ words: SafeText) -> SafeText
        /// “There is no action …; did you mean …?”
        package let noAction: @Sendable (_ word: SafeText, _ nearest: SafeText?) -> SafeText
    }

    /// Words of dialogs, menus and panels.
    package struct Overlays: Sendable {
        /// “yes”
        package let yes: SafeText
        /// “no”
        package let no: SafeText
        /// “Quit?”
        package let quitQuestion: SafeText
        /// “Take this message back for everyone?”
        package let revokeQuestion: SafeText
        /// “Delete this message here?”
        package let deleteQuestion: SafeText
        /// “Do this?”
        package let actionQuestion: SafeText
        /// “Leave this group?”
        package let leaveGroupQuestion: SafeText
        /// “End this group for all its members?”
        package let disbandGroupQuestion: SafeText
        /// “Make this a super group for good?”
        package let upgradeGroupQuestion: SafeText
        /// “message”
        package let menuTitle: SafeText
        /// “forward to”
        package let forwardTitle: SafeText
        /// “go to”
        package let switcherTitle: SafeText
        /// “sent before”
        package let historyTitle: SafeText
        /// “notice”
        package let noticeTitle: SafeText
        /// “notices”
        package let noticesTitle: SafeText
        /// “Nothing was said yet”
        package let noNotices: SafeText
        /// “details”
        package let detailsTitle: SafeText
        /// “help”
        package let helpTitle: SafeText
        /// “search here”
        package let searchHere: SafeText
        /// “search everywhere”
        package let searchEverywhere: SafeText
        /// “from:NAME kind:image …”: what can stand beside the words, in one session or in all.
        package let searchHint: @Sendable (_ everywhere: Bool) -> SafeText
        /// “session number”
        package let goTo: SafeText
        /// “nothing matches”
        package let noMatch: SafeText
        /// “theme”
        package let themesTitle: SafeText
        /// “settings”
        package let settingsTitle: SafeText
        /// “welcome”
        package let welcomeTitle: SafeText
        /// The page of the first start, with the keys as they are bound.
        package let welcome: @Sendable (_ key: (KeyAction, KeyContext) -> SafeText) -> [WelcomeLine]
        /// “commands”
        package let commandsHeading: SafeText
        /// “reply”
        package let entry: @Sendable (BuiltInMenuEntry) -> SafeText
        /// “in an empty input”
        package let context: @Sendable (KeyContext) -> SafeText
        /// “Copied”
        package let action: @Sendable (KeyAction) -> SafeText
        /// “Copied”
        package let command: @Sendable (CommandName) -> SafeText
    }

    /// Words about messages and what was done to them.
    package struct Messages: Sendable {
        /// “Copied”
        package let copied: SafeText
        /// “There is no text in this message”
        package let noText: SafeText
        /// “That message cannot be reached”
        package let jumpFailed: SafeText
        /// “That is not possible with this message”
        package let notPossible: SafeText
        /// “There is no message here”
        package let noneHere: SafeText
        /// “Copied … messages”
        package let copiedSeveral: @Sendable (Int) -> SafeText
        /// “This text holds characters that do not show. Copy it all the same?”
        package let hiddenQuestion: SafeText
        /// “refuse the call”
        package let refuseCall: SafeText
        /// “refuse and write”
        package let refuseAndWrite: SafeText
        /// What is written to a caller, to be sent or changed.
        package let callAnswer: String
        /// “The call was refused”
        package let callRefused: SafeText
        /// “No connection: the caller was not told”
        package let callNotRefused: SafeText
        /// “Nothing found for ‘…’”
        package let noHits: @Sendable (_ words: SafeText) -> SafeText
        /// “found: …”
        package let hitsTitle: @Sendable (_ words: SafeText) -> SafeText
        /// “the index is being made, … %”
        package let indexed: @Sendable (_ percent: Int) -> SafeText
        /// “saved messages”
        package let savedTitle: SafeText
        /// “Nothing is saved yet”
        package let nothingSaved: SafeText
        /// “Sent”
        package let done: @Sendable (MessageAction) -> SafeText
        /// “Not sent: \(reason)”
        package let failed: @Sendable (MessageAction, _ reason: SafeText) -> SafeText
        /// “this session cannot do that”
        package let actionError: @Sendable (MessageActionError) -> SafeText
        /// “received”
        package let sendFailure: @Sendable (SendFailure) -> SafeText
        /// “received”
        package let state: @Sendable (DeliveryState) -> SafeText
        /// “text”
        package let content: @Sendable (MessageType) -> SafeText
        /// “from”
        package let sender: SafeText
        /// “time”
        package let time: SafeText
        /// “state”
        package let stateLabel: SafeText
        /// “kind”
        package let kindLabel: SafeText
        /// “read by”
        package let readers: SafeText
        /// “local id”
        package let localID: SafeText
        /// “origin id”
        package let originID: SafeText
        /// “server id”
        package let serverID: SafeText
        /// “… of … bytes”
        package let size: SafeText
        /// “… bytes”
        package let bytes: @Sendable (Int) -> SafeText
    }

    /// A line of the first start's page: a key and what it does, or a whole line.
    package struct WelcomeLine: Sendable {
        /// The key, or nothing.
        package var label: SafeText = .empty
        /// The text.
        package var text: SafeText
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
    /// About an account that another client holds.
    package let held: Held
    /// Of the program around the screen.
    package let host: Host
    /// Why a search was not made.
    package let search: Search
    /// Where only lines can be printed.
    package let lines: Lines
}
