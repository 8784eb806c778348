/// Everything that a key can do. The raw value is the name used in configuration and in the key dump.
package enum KeyAction: String, Sendable, Hashable, CaseIterable {
    // Sessions
    case nextSession = "next-session"
    case previousSession = "previous-session"
    case nextUnread = "next-unread"
    case session1 = "session-1"
    case session2 = "session-2"
    case session3 = "session-3"
    case session4 = "session-4"
    case session5 = "session-5"
    case session6 = "session-6"
    case session7 = "session-7"
    case session8 = "session-8"
    case session9 = "session-9"
    case session10 = "session-10"
    case goToNumber = "go-to-number"
    case switcher = "switcher"
    case previousInTime = "previous-in-time"
    case toggleSessionList = "toggle-session-list"
    case focusSessionList = "focus-session-list"
    case filterSessions = "filter-sessions"
    case pinSession = "pin-session"
    case muteSession = "mute-session"
    // Message list
    case pageUp = "page-up"
    case pageDown = "page-down"
    case scrollUp = "scroll-up"
    case scrollDown = "scroll-down"
    case top = "top"
    case bottom = "bottom"
    case toUnread = "to-unread"
    case previousMention = "previous-mention"
    case nextMention = "next-mention"
    case selectMessages = "select-messages"
    // Lists of any kind
    case up = "up"
    case down = "down"
    case first = "first"
    case last = "last"
    case accept = "accept"
    case close = "close"
    // The selected message
    case tap = "tap"
    case reply = "reply"
    case messageMenu = "message-menu"
    case quote = "quote"
    case copyMessage = "copy-message"
    case copyLink = "copy-link"
    case openMessage = "open-message"
    case saveMessage = "save-message"
    case forwardMessage = "forward-message"
    case resendMessage = "resend-message"
    case revokeMessage = "revoke-message"
    case deleteMessage = "delete-message"
    case messageDetails = "message-details"
    // Search
    case searchHere = "search-here"
    case searchEverywhere = "search-everywhere"
    // Composer
    case send = "send"
    case newLine = "new-line"
    case editor = "editor"
    case historySearch = "history-search"
    case historyUp = "history-up"
    case historyDown = "history-down"
    case complete = "complete"
    case undo = "undo"
    case redo = "redo"
    case caretUp = "caret-up"
    case caretDown = "caret-down"
    case caretLeft = "caret-left"
    case caretRight = "caret-right"
    case wordLeft = "word-left"
    case wordRight = "word-right"
    case lineStart = "line-start"
    case lineEnd = "line-end"
    case deleteBackward = "delete-backward"
    case deleteForward = "delete-forward"
    case killWordBackward = "kill-word-backward"
    case killWordForward = "kill-word-forward"
    case killToEnd = "kill-to-end"
    case killToStart = "kill-to-start"
    case yank = "yank"
    case yankPop = "yank-pop"
    case transpose = "transpose"
    case cancelReply = "cancel-reply"
    // Everywhere
    case help = "help"
    case redraw = "redraw"
    case suspend = "suspend"
    case clearOrQuit = "clear-or-quit"
    case quit = "quit"

    /// The actions that open the n-th session, in order.
    package static let numbered: [KeyAction] = [
        .session1, .session2, .session3, .session4, .session5, .session6, .session7, .session8, .session9, .session10,
    ]

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
