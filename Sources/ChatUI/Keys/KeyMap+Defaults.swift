extension KeyMap {
    /// The default bindings by context; the same key may mean different things in different focuses.
    static let defaults: [(KeyContext, [(KeyAction, [String])])] = [
        (
            .always,
            [
                (.help, ["F1"]), (.redraw, ["Ctrl-L"]), (.suspend, ["Ctrl-Z"]), (.quit, ["Ctrl-Q"]),
                (.clearOrQuit, ["Ctrl-C"]),
            ]
        ),
        (
            .global,
            [
                (.nextSession, ["Ctrl-N", "Alt-→"]), (.previousSession, ["Ctrl-P", "Alt-←"]),
                (.nextUnread, ["F3", "Alt-A"]), (.switcher, ["F2"]), (.previousInTime, ["F4", "Alt-/"]),
                (.session1, ["Alt-1"]), (.session2, ["Alt-2"]), (.session3, ["Alt-3"]), (.session4, ["Alt-4"]),
                (.session5, ["Alt-5"]), (.session6, ["Alt-6"]), (.session7, ["Alt-7"]), (.session8, ["Alt-8"]),
                (.session9, ["Alt-9"]), (.session10, ["Alt-0"]), (.goToNumber, ["Alt-J"]),
                (.toggleSessionList, ["F8"]), (.focusSessionList, ["F9"]),
                (.pageUp, ["PgUp"]), (.pageDown, ["PgDn"]), (.scrollUp, ["Ctrl-PgUp", "Alt-PgUp"]),
                (.scrollDown, ["Ctrl-PgDn", "Alt-PgDn"]), (.top, ["Ctrl-Home", "Alt-Home"]),
                (.bottom, ["Ctrl-End", "Alt-End"]), (.toUnread, ["F5", "Alt-U"]),
                (.previousMention, ["F6", "Alt-P"]), (.nextMention, ["F7", "Alt-N"]),
                (.selectMessages, ["Alt-↑"]),
            ]
        ),
        (
            .emptyComposer,
            [
                (.selectMessages, ["↑"]), (.switcher, ["Ctrl-K"]), (.searchHere, ["Ctrl-S"]),
                (.searchEverywhere, ["Ctrl-F"]),
            ]
        ),
        (
            .composer,
            [
                (.send, ["Enter"]), (.newLine, ["Ctrl-J", "Alt-Enter"]), (.editor, ["Ctrl-O"]),
                (.historySearch, ["Ctrl-R"]), (.historyUp, ["Ctrl-↑"]), (.historyDown, ["Ctrl-↓"]),
                (.complete, ["Tab"]), (.undo, ["Ctrl-_"]), (.redo, ["Ctrl-^"]), (.caretUp, ["↑"]),
                (.caretDown, ["↓"]), (.caretLeft, ["←", "Ctrl-B"]), (.caretRight, ["→", "Ctrl-F"]),
                (.wordLeft, ["Ctrl-←", "Alt-B"]), (.wordRight, ["Ctrl-→", "Alt-F"]), (.lineStart, ["Ctrl-A", "Home"]),
                (.lineEnd, ["Ctrl-E", "End"]), (.deleteBackward, ["Backspace", "Ctrl-H"]),
                (.deleteForward, ["Del", "Ctrl-D"]), (.killWordBackward, ["Ctrl-W", "Alt-Backspace"]),
                (.killWordForward, ["Ctrl-Del", "Alt-D"]), (.killToEnd, ["Ctrl-K"]), (.killToStart, ["Ctrl-U"]),
                (.yank, ["Ctrl-Y"]), (.yankPop, ["Ctrl-]", "Alt-Y"]), (.transpose, ["Ctrl-T"]),
                (.cancelReply, ["Esc"]),
            ]
        ),
        (
            .messages,
            [
                (.up, ["↑", "k"]), (.down, ["↓", "j"]), (.first, ["g", "Home"]), (.last, ["G", "End"]),
                (.close, ["Esc"]),
                (.tap, ["Enter"]), (.reply, ["r"]), (.messageMenu, ["Space"]), (.quote, [">"]),
                (.copyMessage, ["y"]), (.copyLink, ["u"]), (.openMessage, ["o"]), (.saveMessage, ["s"]),
                (.forwardMessage, ["f"]), (.resendMessage, ["R"]), (.revokeMessage, ["D"]),
                (.deleteMessage, ["d"]), (.messageDetails, ["i"]), (.markMessage, ["v"]), (.help, ["?"]),
                (.searchHere, ["Ctrl-S"]),
                (.searchEverywhere, ["Ctrl-F"]), (.switcher, ["Ctrl-K"]),
            ]
        ),
        (
            .sessions,
            [
                (.up, ["↑", "k"]), (.down, ["↓", "j"]), (.first, ["g", "Home"]), (.last, ["G", "End"]),
                (.accept, ["Enter"]), (.close, ["Esc"]), (.filterSessions, ["/"]), (.pinSession, ["p"]),
                (.muteSession, ["m"]), (.widenSessionList, [">", "→"]), (.narrowSessionList, ["<", "←"]),
                (.help, ["?"]), (.switcher, ["Ctrl-K"]), (.searchHere, ["Ctrl-S"]), (.searchEverywhere, ["Ctrl-F"]),
            ]
        ),
        (
            .overlay,
            [
                (.up, ["↑", "Ctrl-P", "Shift-Tab"]), (.down, ["↓", "Ctrl-N", "Tab"]), (.first, ["Home"]),
                (.last, ["End"]), (.pageUp, ["PgUp"]), (.pageDown, ["PgDn"]), (.accept, ["Enter"]),
                (.close, ["Esc", "Ctrl-G"]),
            ]
        ),
    ]
}
