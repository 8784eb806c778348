import Cells
import IMModel
import MessageFlow

extension Strings {
    /// English.
    package static let english = Strings(
        language: .english,
        sessions: Sessions(
            kind: { kind in
                switch kind {
                case .peer: "direct"
                case .group: "group"
                case .room: "room"
                case .customer: "support"
                case .system: "system"
                }
            },
            members: { $0 == 1 ? "1 member" : "\($0) members" },
            none: "No sessions yet",
            noneChosen: "Choose a session",
            startHint: "/msg NAME writes to somebody, /join ROOM enters a room",
            noMatch: "nothing matches",
            muted: "mute",
            filter: "filter",
            readOnly: "Nothing can be written here",
            unknown: { "There is no session “\($0)”" },
            nothingUnread: "Nothing unread elsewhere",
            pinned: "Kept on top",
            unpinned: "No longer kept on top",
            mutedNow: "Muted",
            unmutedNow: "No longer muted",
            takenBack: "message taken back",
            draftMark: "draft: ",
            newMessages: { count, sessions in
                let messages: SafeText = count == 1 ? "1 new message" : "\(count) new messages"
                return sessions > 1 ? "\(messages) in \(sessions) sessions" : messages
            }),
        status: Status(
            offline: "offline",
            resolving: "looking up the server…",
            connecting: "connecting…",
            authenticating: "signing in…",
            online: { "online as \($0)" },
            synchronizing: "catching up…",
            waiting: { $1.isEmpty ? "offline, next try in \($0) s" : "offline, next try in \($0) s: \($1)" },
            refused: { $0.isEmpty ? "not let in" : "not let in: \($0)" },
            readOnly: "read-only",
            unreadElsewhere: { "\($0) unread elsewhere (\($1))" },
            help: { "\($0) help" },
            menu: { "\($0) on a message: menu" },
            messageKeys: { "\($0) menu · \($1) reply · \($2) back" },
            sessionKeys: { "\($0) open · \($1) filter · \($2) back" },
            typing: { names in
                switch names.count {
                case 0: ""
                case 1: "\(names[0]) is typing…"
                case 2: "\(names[0]) and \(names[1]) are typing…"
                default: "\(names.count) people are typing…"
                }
            },
            offerKeys: { "\($0) complete · \($1) hide" },
            listKeys: { "\($0) move · \($1) choose · \($2) close" },
            historyKeys: { "\($0) older · \($1) take · \($2) close" },
            panelKeys: { "\($0) scroll · \($1) close" },
            dialogKeys: { "\($0) confirm · \($1) cancel" },
            questionKeys: { $0 ? "y/\($1) yes · n/\($2) no" : "y yes · n/\($1)/\($2) no" },
            marked: { "\($0) marked: \($1) copy · \($2) forward" },
            newBelow: { "↓ \($0) new below" },
            loadingOlder: "loading older messages…",
            loadFailed: { "older messages could not be loaded: \($0)" },
            onlyHeardHere: "rooms keep no history: this is what was heard here"),
        composer: Composer(
            placeholder: "Write a message",
            replyTo: { "reply to \($0): \($1)" },
            unknownOriginal: "a message that is not here",
            size: { "\($0) of \($1) bytes" },
            tooLarge: { "Not sent: \($0) bytes, at most \($1) can be delivered. Shorten the text." },
            holdsNoMore: { "Not inserted: the composer holds at most \($0) bytes" },
            pasteQuestion: { $0 == 1 ? "Paste 1 line, \($1) bytes?" : "Paste \($0) lines, \($1) bytes?" },
            mistypedQuestion: { "“/\($0)” is no command. Send it as a message?" },
            didYouMean: { "Did you mean \($0)? (// sends a text that starts with /)" },
            usage: { "Usage: \($0)" },
            nothingToComplete: "Nothing to complete here",
            noHistory: "Nothing was sent from here yet",
            closedGroup: "This group is closed: it was ended, or you are out of it",
            leftRoom: { "You left this room · /join \($0) goes back in" },
            noRoomToLeave: "There is no room or group here to leave",
            roomByNumber: { "“\($0)” is no room number; /join 7 enters room 7" },
            noAction: { word, nearest in
                nearest.map { "There is no action “\(word)”; did you mean \($0)?" }
                    ?? "There is no action “\(word)”; /help do lists them"
            }),
        overlays: Overlays(
            yes: "yes",
            no: "no",
            quitQuestion: "Quit?",
            revokeQuestion: "Take this message back for everyone?",
            deleteQuestion: "Delete this message here?",
            actionQuestion: "Do this?",
            leaveGroupQuestion: "Leave this group?",
            disbandGroupQuestion: "End this group for all its members?",
            upgradeGroupQuestion: "Make this a super group for good?",
            menuTitle: "message",
            forwardTitle: "forward to",
            switcherTitle: "go to",
            historyTitle: "sent before",
            noticeTitle: "notice",
            noticesTitle: "notices, the last one first",
            noNotices: "Nothing was said yet",
            detailsTitle: "details",
            helpTitle: "help",
            searchHere: "search here",
            searchEverywhere: "search everywhere",
            searchHint: { everywhere in
                everywhere
                    ? "begin* from:NAME in:SESSION kind:image before:2026-11-30 after:2d"
                    : "begin* from:NAME kind:image before:2026-11-30 after:2d"
            },
            goTo: "session number",
            noMatch: "nothing matches",
            themesTitle: "theme",
            settingsTitle: "settings",
            welcomeTitle: "welcome to imchat",
            welcome: { key in
                [
                    WelcomeLine(text: "No account is needed: this machine runs a server for you."),
                    WelcomeLine(text: "Write to echo, who answers, or read what guide has to say."),
                    WelcomeLine(text: .empty),
                    WelcomeLine(label: key(.send, .composer), text: "send"),
                    WelcomeLine(label: key(.newLine, .composer), text: "a new line in the message"),
                    WelcomeLine(
                        label: "\(key(.nextSession, .global)) \(key(.previousSession, .global))",
                        text: "next and previous session"),
                    WelcomeLine(label: key(.switcher, .global), text: "go to anything: type a few letters"),
                    WelcomeLine(label: key(.nextUnread, .global), text: "next unread, and back again"),
                    WelcomeLine(label: key(.selectMessages, .emptyComposer), text: "choose a message, then:"),
                    WelcomeLine(label: key(.messageMenu, .messages), text: "all that can be done with it"),
                    WelcomeLine(label: key(.help, .always), text: "all keys and commands"),
                    WelcomeLine(label: key(.quit, .always), text: "quit; nothing written is lost"),
                    WelcomeLine(text: .empty),
                    WelcomeLine(text: "/theme changes the colours, /set everything else."),
                    WelcomeLine(text: "A second user: imchat --as bob in another terminal."),
                    WelcomeLine(text: .empty),
                    WelcomeLine(text: "Any key begins. This page is shown once."),
                ]
            },
            commandsHeading: "commands",
            entry: { entry in
                switch entry {
                case .reply: "reply"
                case .quote: "quote"
                case .copy: "copy"
                case .copyLink: "copy link"
                case .open: "open"
                case .save: "save"
                case .forward: "forward…"
                case .resend: "send again"
                case .revoke: "take back…"
                case .delete: "delete here…"
                case .details: "details"
                }
            },
            context: { context in
                switch context {
                case .emptyComposer: "in an empty input"
                case .composer: "writing"
                case .messages: "on a message"
                case .sessions: "in the session list"
                case .overlay: "in menus and dialogs"
                case .global: "sessions and history"
                case .always: "everywhere"
                }
            },
            action: { englishAction($0) },
            command: { englishCommand($0) }),
        messages: Messages(
            copied: "Copied",
            noText: "There is no text in this message",
            jumpFailed: "That message cannot be reached",
            notPossible: "That is not possible with this message",
            noneHere: "There is no message here",
            copiedSeveral: { $0 == 1 ? "Copied 1 message" : "Copied \($0) messages" },
            hiddenQuestion: "This text holds characters that do not show. Copy it all the same?",
            refuseCall: "refuse the call",
            refuseAndWrite: "refuse and write",
            callAnswer: "I cannot take calls here. Please write.",
            callRefused: "The call was refused",
            callNotRefused: "No connection: the caller was not told",
            noHits: { "Nothing found for “\($0)”" },
            hitsTitle: { "found: \($0)" },
            indexed: { "the index is being made, \($0) %" },
            savedTitle: "saved messages",
            nothingSaved: "Nothing is saved yet",
            done: { action in
                switch action {
                case .send: "Sent"
                case .resend: "Sent again"
                case .forward: "Forwarded"
                case .revoke: "Taken back"
                case .save: "Saved"
                case .delete: "Deleted here"
                }
            },
            failed: { action, reason in
                switch action {
                case .send: "Not sent: \(reason)"
                case .resend: "Not sent again: \(reason)"
                case .forward: "Not forwarded: \(reason)"
                case .revoke: "Not taken back: \(reason)"
                case .save: "Not saved: \(reason)"
                case .delete: "Not deleted: \(reason)"
                }
            },
            actionError: { error in
                switch error {
                case .unsupported: "this session cannot do that"
                case .refused(let why), .preparationFailed(let why), .failed(let why): TextSanitizer.line(why)
                case .cancelled: "cancelled"
                case .notSent(let failure): englishFailure(failure)
                case .unknownMessage: "the message is no longer there"
                case .tooLate: "it is too late for that"
                }
            },
            sendFailure: { englishFailure($0) },
            state: { state in
                switch state {
                case .incoming: "received"
                case .waiting: "waiting for a connection"
                case .sending: "sending"
                case .sent: "sent"
                case .delivered: "delivered"
                case .read: "read"
                case .failed(let failure): "not sent: \(englishFailure(failure))"
                }
            },
            content: { type in
                switch type {
                case .text: "text"
                case .image: "picture"
                case .audio: "voice message"
                case .video: "video"
                case .file: "file"
                case .location: "location"
                case .link: "link"
                case .notification: "group notification"
                case .system: "system line"
                case .revoked: "taken back"
                case .call: "call"
                default: TextSanitizer.line(type.rawValue)
                }
            },
            sender: "from", time: "time", stateLabel: "state", kindLabel: "kind", readers: "read by",
            localID: "local id", originID: "origin id", serverID: "server id", size: "size",
            bytes: { $0 == 1 ? "1 byte" : "\($0) bytes" }),
        held: .english, host: .english, search: .english, lines: .english)

    private static func englishFailure(_ failure: SendFailure) -> SafeText {
        switch failure {
        case .timedOut: "no answer in time"
        case .disconnected: "the connection was lost"
        case .notMyFriend: "they are not among your contacts"
        case .notTheirFriend: "you are not among their contacts"
        case .blacklisted: "they do not take messages from you"
        case .notMember: "you are no member"
        case .noSuchGroup: "there is no such group"
        case .tooLarge(let size, let limit): "\(size) bytes, at most \(limit) can be delivered"
        case .unsupported: "not possible here"
        case .refused(let why), .notStored(let why): TextSanitizer.line(why)
        case .rejected(let status): "the server refused it (status \(status))"
        case .cancelled: "given up"
        }
    }

    private static func englishCommand(_ command: CommandName) -> SafeText {
        switch command {
        case .alias: "give an id a name of your own"
        case .connect: "connect now"
        case .debug: "counters of what the program did"
        case .disconnect: "disconnect and stay so"
        case .do: "do what a key does, by its name"
        case .go: "open a session by number, name or address"
        case .group: "make and change groups"
        case .help: "this help"
        case .join: "enter a room"
        case .keys: "the keys as bound"
        case .leave: "leave the room"
        case .mouse: "mouse reporting on or off"
        case .msg: "send one message to somebody"
        case .mute: "keep the session quiet"
        case .notices: "read again what the status line said"
        case .pin: "keep the session on top"
        case .query: "open a session with somebody"
        case .quit: "end imchat"
        case .read: "mark everything here as read"
        case .redraw: "paint the screen anew"
        case .save: "save the message, or its file"
        case .saved: "the messages that you saved"
        case .search: "search this session"
        case .set: "change a setting"
        case .support: "open a support session"
        case .theme: "choose colours"
        }
    }

    private static func englishAction(_ action: KeyAction) -> SafeText {
        switch action {
        case .nextSession: "next session"
        case .previousSession: "previous session"
        case .nextUnread: "next unread, then back"
        case .session1: "session 1"
        case .session2: "session 2"
        case .session3: "session 3"
        case .session4: "session 4"
        case .session5: "session 5"
        case .session6: "session 6"
        case .session7: "session 7"
        case .session8: "session 8"
        case .session9: "session 9"
        case .session10: "session 10"
        case .goToNumber: "session by number"
        case .switcher: "go to anything"
        case .previousInTime: "session before this one"
        case .toggleSessionList: "show or hide the list"
        case .focusSessionList: "into the session list"
        case .widenSessionList: "a wider list"
        case .narrowSessionList: "a narrower list"
        case .filterSessions: "filter the list"
        case .pinSession: "keep on top"
        case .muteSession: "mute"
        case .pageUp: "page up"
        case .pageDown: "page down"
        case .scrollUp: "line up"
        case .scrollDown: "line down"
        case .top: "to the first message"
        case .bottom: "to the newest message"
        case .toUnread: "to the “new” line"
        case .previousMention: "previous mention"
        case .nextMention: "next mention"
        case .selectMessages: "select messages"
        case .up: "up"
        case .down: "down"
        case .first: "first"
        case .last: "last"
        case .accept: "choose"
        case .close: "back"
        case .tap: "open, or go to the quoted"
        case .reply: "reply"
        case .messageMenu: "menu"
        case .quote: "quote"
        case .copyMessage: "copy"
        case .copyLink: "copy link"
        case .openMessage: "open link or card"
        case .saveMessage: "save"
        case .forwardMessage: "forward"
        case .resendMessage: "send again"
        case .revokeMessage: "take back (asks)"
        case .deleteMessage: "delete here (asks)"
        case .messageDetails: "details"
        case .markMessage: "mark, to copy or forward several"
        case .searchHere: "search here"
        case .searchEverywhere: "search everywhere"
        case .send: "send"
        case .newLine: "new line"
        case .editor: "external editor"
        case .historySearch: "search what was sent"
        case .historyUp: "earlier text"
        case .historyDown: "later text"
        case .complete: "complete"
        case .undo: "undo"
        case .redo: "redo"
        case .caretUp: "line up, or earlier text"
        case .caretDown: "line down"
        case .caretLeft: "left"
        case .caretRight: "right"
        case .wordLeft: "word left"
        case .wordRight: "word right"
        case .lineStart: "start of line"
        case .lineEnd: "end of line"
        case .deleteBackward: "delete before"
        case .deleteForward: "delete after"
        case .killWordBackward: "cut word before"
        case .killWordForward: "cut word after"
        case .killToEnd: "cut to end of line"
        case .killToStart: "cut to start of line"
        case .yank: "put back what was cut"
        case .yankPop: "put back what was cut before that"
        case .transpose: "swap two characters"
        case .cancelReply: "no reply after all"
        case .help: "help"
        case .redraw: "paint anew"
        case .suspend: "suspend"
        case .clearOrQuit: "clear the input, then quit"
        case .quit: "quit"
        }
    }
}
