/// Everything that a key can do. The raw value is the name used in configuration and in the key dump.
package enum KeyAction: String, Sendable, Hashable, CaseIterable {
    // Sessions
    /// Next session.
    case nextSession = "next-session"
    /// Previous session.
    case previousSession = "previous-session"
    /// Next unread, then back.
    case nextUnread = "next-unread"
    /// Session 1.
    case session1 = "session-1"
    /// Session 2.
    case session2 = "session-2"
    /// Session 3.
    case session3 = "session-3"
    /// Session 4.
    case session4 = "session-4"
    /// Session 5.
    case session5 = "session-5"
    /// Session 6.
    case session6 = "session-6"
    /// Session 7.
    case session7 = "session-7"
    /// Session 8.
    case session8 = "session-8"
    /// Session 9.
    case session9 = "session-9"
    /// Session 10.
    case session10 = "session-10"
    /// Session by number.
    case goToNumber = "go-to-number"
    /// Go to anything.
    case switcher = "switcher"
    /// Session before this one.
    case previousInTime = "previous-in-time"
    /// Show or hide the list.
    case toggleSessionList = "toggle-session-list"
    /// Into the session list.
    case focusSessionList = "focus-session-list"
    /// A wider list.
    case widenSessionList = "widen-session-list"
    /// A narrower list.
    case narrowSessionList = "narrow-session-list"
    /// Filter the list.
    case filterSessions = "filter-sessions"
    /// Keep on top.
    case pinSession = "pin-session"
    /// Mute.
    case muteSession = "mute-session"
    // Message list
    /// Page up.
    case pageUp = "page-up"
    /// Page down.
    case pageDown = "page-down"
    /// Line up.
    case scrollUp = "scroll-up"
    /// Line down.
    case scrollDown = "scroll-down"
    /// To the first message.
    case top = "top"
    /// To the newest message.
    case bottom = "bottom"
    /// To the “new” line.
    case toUnread = "to-unread"
    /// Previous mention.
    case previousMention = "previous-mention"
    /// Next mention.
    case nextMention = "next-mention"
    /// Select messages.
    case selectMessages = "select-messages"
    // Lists of any kind
    /// Up.
    case up = "up"
    /// Down.
    case down = "down"
    /// First.
    case first = "first"
    /// Last.
    case last = "last"
    /// Choose.
    case accept = "accept"
    /// Back.
    case close = "close"
    // The selected message
    /// Open, or go to the quoted.
    case tap = "tap"
    /// Reply.
    case reply = "reply"
    /// Menu.
    case messageMenu = "message-menu"
    /// Quote.
    case quote = "quote"
    /// Copy.
    case copyMessage = "copy-message"
    /// Copy link.
    case copyLink = "copy-link"
    /// Open link or card.
    case openMessage = "open-message"
    /// Save.
    case saveMessage = "save-message"
    /// Forward.
    case forwardMessage = "forward-message"
    /// Send again.
    case resendMessage = "resend-message"
    /// Take back (asks).
    case revokeMessage = "revoke-message"
    /// Delete here (asks).
    case deleteMessage = "delete-message"
    /// Details.
    case messageDetails = "message-details"
    /// Mark, to copy or forward several.
    case markMessage = "mark-message"
    // Search
    /// Search here.
    case searchHere = "search-here"
    /// Search everywhere.
    case searchEverywhere = "search-everywhere"
    // Composer
    /// Send.
    case send = "send"
    /// New line.
    case newLine = "new-line"
    /// External editor.
    case editor = "editor"
    /// Search what was sent.
    case historySearch = "history-search"
    /// Earlier text.
    case historyUp = "history-up"
    /// Later text.
    case historyDown = "history-down"
    /// Complete.
    case complete = "complete"
    /// Undo.
    case undo = "undo"
    /// Redo.
    case redo = "redo"
    /// Line up, or earlier text.
    case caretUp = "caret-up"
    /// Line down.
    case caretDown = "caret-down"
    /// Left.
    case caretLeft = "caret-left"
    /// Right.
    case caretRight = "caret-right"
    /// Word left.
    case wordLeft = "word-left"
    /// Word right.
    case wordRight = "word-right"
    /// Start of line.
    case lineStart = "line-start"
    /// End of line.
    case lineEnd = "line-end"
    /// Delete before.
    case deleteBackward = "delete-backward"
    /// Delete after.
    case deleteForward = "delete-forward"
    /// Cut word before.
    case killWordBackward = "kill-word-backward"
    /// Cut word after.
    case killWordForward = "kill-word-forward"
    /// Cut to end of line.
    case killToEnd = "kill-to-end"
    /// Cut to start of line.
    case killToStart = "kill-to-start"
    /// Put back what was cut.
    case yank = "yank"
    /// Put back what was cut before that.
    case yankPop = "yank-pop"
    /// Swap two characters.
    case transpose = "transpose"
    /// No reply after all.
    case cancelReply = "cancel-reply"
    // Everywhere
    /// Help.
    case help = "help"
    /// Paint anew.
    case redraw = "redraw"
    /// Suspend.
    case suspend = "suspend"
    /// Clear the input, then quit.
    case clearOrQuit = "clear-or-quit"
    /// Quit.
    case quit = "quit"

    /// The actions that open the n-th session, in order.
    package static let numbered: [KeyAction] = [
        .session1, .session2, .session3, .session4, .session5, .session6, .session7, .session8, .session9, .session10,
    ]

    /// Whether it edits a single line of text, wherever one is typed.
    var editsLine: Bool {
        switch self {
        case .caretLeft, .caretRight, .wordLeft, .wordRight, .lineStart, .lineEnd, .deleteBackward, .deleteForward,
            .killWordBackward, .killWordForward, .killToEnd, .killToStart, .yank, .yankPop, .transpose, .undo, .redo:
            true
        default: false
        }
    }

    /// Whether it is done with a message.
    var needsMessage: Bool {
        switch self {
        case .tap, .reply, .messageMenu, .quote, .copyMessage, .copyLink, .openMessage, .saveMessage, .forwardMessage,
            .resendMessage, .revokeMessage, .deleteMessage, .messageDetails, .markMessage:
            true
        default: false
        }
    }

    /// The slash command that does the same, for those whose keys may need Alt.
    package var slashCommand: String? {
        switch self {
        case .session1, .session2, .session3, .session4, .session5, .session6, .session7, .session8, .session9,
            .session10, .goToNumber:
            "/go"
        case .quit: "/quit"
        case .help: "/help"
        case .pinSession: "/pin"
        case .muteSession: "/mute"
        case .searchHere: "/search"
        case .redraw: "/redraw"
        default: nil
        }
    }
}
