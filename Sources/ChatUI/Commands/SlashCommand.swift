/// A command typed into the composer, parsed.
package enum SlashCommand: Sendable, Hashable {
    /// What a switch takes.
    static let switchWords = ["on", "off"]

    /// What to do with a group.
    package enum Group: Sendable, Hashable {
        /// The words after `/group`.
        static let verbs = [
            "create", "add", "remove", "mute", "unmute", "rename", "notice", "nick", "members", "open", "close",
            "join", "leave", "upgrade", "disband",
        ]

        /// Make a group with a name and members (names or ids).
        case create(name: String, members: [String])
        /// Add members to the group at hand.
        case add([String])
        /// Remove members.
        case remove([String])
        /// Give it a new name.
        case rename(String)
        /// Rewrite its notice; empty takes it away, `nil` shows it.
        case notice(String?)
        /// Go by another name in it; empty for the own one.
        case nick(String)
        /// Let everybody join, or only whom the master adds.
        case open(Bool)
        /// Make it a super group.
        case upgrade
        /// Let members speak no more, or again.
        case mute([String], Bool)
        /// Become a member of the group with an id or a name.
        case join(String)
        /// Leave it.
        case leave
        /// End it.
        case disband
        /// Show its members.
        case members
    }

    /// End the program.
    case quit
    /// Show the help: of one command, or all.
    case help(CommandName?)
    /// Show what the program has done so far, in numbers.
    case debug
    /// Open the n-th session, or the one by a name or address.
    case go(String)
    /// Enter a room.
    case join(room: String)
    /// Leave the room at hand.
    case leave
    /// Send one message to an address; without a text only open the session.
    case message(address: String, text: String?)
    /// Give an id a name of our own.
    case alias(id: String, name: String)
    /// Something with groups.
    case group(Group)
    /// Keep the session quiet, or not; toggles with `nil`.
    case mute(Bool?)
    /// Keep the session on top, or not; toggles with `nil`.
    case pin(Bool?)
    /// Change a setting; without a value its values are listed, without a key all settings.
    case set(key: String?, value: String?)
    /// What a key does; with a message it is the selected one, else the newest.
    case act(KeyAction)
    /// Show what the status line has said.
    case notices
    /// Show what the user has saved.
    case saved
    /// Search here.
    case search(String)
    /// Open a support session.
    case support(store: String?)
    /// Connect now.
    case connect
    /// Disconnect and stay so.
    case disconnect
    /// Choose a theme; without a name the themes are listed.
    case theme(String?)
    /// Mouse reporting on or off; toggles with `nil`.
    case mouse(Bool?)
    /// Mark everything here as read.
    case read
    /// Paint anew.
    case redraw
    /// Show the keys.
    case keys
}
