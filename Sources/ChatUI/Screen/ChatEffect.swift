package import Cells
package import IMModel

/// What the screen wants done outside of itself. Effects are returned and never called back, so there is no re-entrance.
package enum ChatEffect: Sendable, Hashable {
    /// The user now looks at this session: load it, make it current.
    case openSession(SessionID)
    /// Send a text; `replyTo` is the origin id of the answered message.
    case send(text: String, session: SessionID, replyTo: String?)
    /// The draft of a session changed; `nil` means that there is none any more. Store it now.
    case draftChanged(SessionID, Draft?)
    /// Everything up to this message was seen by the user in a focused terminal.
    case markRead(SessionID, upTo: MessageID)
    /// The user started (`true`) or stopped writing.
    case typing(SessionID, Bool)
    /// Copy these exact bytes to the clipboard; `said` is what to say once that is done.
    case copy(String, said: SafeText)
    /// Open a link with the user's opener.
    case open(url: String)
    /// Save the file of a message.
    case save(MessageID, SessionID)
    /// Tell the caller that the call of this message is refused.
    case refuseCall(Message)
    /// Try to connect now.
    case retryConnection
    /// Keep a session on top, or not.
    case setPinned(SessionID, Bool)
    /// Keep a session quiet, or not.
    case setMuted(SessionID, Bool)
    /// Enter a room by its id.
    case enterRoom(String)
    /// Leave the room of this session.
    case leaveRoom(SessionID)
    /// A slash command that is not the screen's own, with the session it was typed in.
    case runCommand(SlashCommand, in: SessionID?)
    /// Search for words: here, or in every session with `nil`.
    case search(String, in: SessionID?)
    /// Edit the draft in the external editor; the result comes back through `ChatScreen.replaceDraft`.
    case editExternally(SessionID, String)
    /// Ring.
    case bell
    /// Show a notification on the desktop.
    case notify(title: SafeText, body: SafeText)
    /// Paint everything anew.
    case redraw
    /// Give the terminal back until the program is continued.
    case suspend
    /// End the program.
    case quit
}
