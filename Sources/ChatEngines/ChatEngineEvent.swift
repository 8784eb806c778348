public import IMModel

/// What an engine tells its host, in the order in which it happened, on the loop's thread.
public enum ChatEngineEvent: Sendable {
    /// The connection changed.
    case connection(ChatConnectionState)
    /// These sessions are new or look different (name, unread, preview, draft, mute, pin, order).
    case sessionsChanged([Session])
    /// A session is no more.
    case sessionRemoved(SessionID)
    /// Messages came in or were written, each session's in order. Shown at once.
    case inserted([Message])
    /// Some of the messages that were told last came in while there was no connection, in these sessions.
    case missed([SessionID])
    /// Messages changed (state, content, tags); ids are stable.
    case updated([Message])
    /// Messages were deleted here.
    case deleted(SessionID, [MessageID])
    /// Old messages of these sessions were found; they are in the pages of their provider from now on.
    case historyFilled([SessionID])
    /// Somebody writes to us, or stopped.
    case typing(SessionID, Contact, Bool)
    /// A name became known or changed.
    case contactChanged(Contact)
    /// Another device of ours logged in: its platform in words, when (ms since 1970).
    case loginElsewhere(platform: String, timestamp: Int64)
    /// The server says something that is no message (raw text).
    case notice(String)
    /// The store was damaged and is recovered: what is there again and what is lost, in raw words that the user must not
    /// miss.
    case storeRecovered(String)
    /// The store fails or is well again (`nil`): nothing is acknowledged to the server while it fails. Raw text.
    case storeTrouble(String?)
    /// A real-time message, for the debug view.
    case realTime(Contact, String)
}
