public import IMModel

/// What the message list asks of its host or tells it. Texts are raw and sanitised by whatever shows them.
public enum MessageFlowEvent: Sendable, Hashable {
    /// A tap, double tap or long press happened (before what it leads to).
    case interaction(MessageInteraction)
    /// The composer is to answer this message.
    case replyRequested(Message)
    /// The composer is to quote this text of the message.
    case quoteRequested(Message, text: String)
    /// This text is to go to the clipboard, byte for byte.
    case copyRequested(text: String)
    /// This URL is to be opened.
    case openRequested(url: String, Message)
    /// A menu is to be shown.
    case menuRequested(LongPressMenu)
    /// The user is to be asked, then `perform(_:on:target:confirmed:completion:)` with `confirmed`.
    case confirmationRequested(MenuEntry, Message)
    /// The submenu of forward targets is to be shown.
    case forwardRequested(LongPressMenu)
    /// An entry that the session added was chosen.
    case customEntryChosen(MenuEntry, Message)
    /// All that is known of the message is to be shown.
    case detailsRequested(Message)
    /// The message is to be shown in full.
    case viewInFullRequested(Message)
    /// A preparation tells how far it is, from 0 to 1.
    case actionProgress(MessageAction, MessageID, Double)
    /// An action ended.
    case actionFinished(MessageAction, MessageID, MessageActionResult)
    /// A jump arrived.
    case jumped(MessageID)
    /// A jump could not be made; the place is as it was.
    case jumpFailed(MessageID?, ProviderError)
    /// The messages that are on the screen now, top first; told on the turn after a drawing that changed them.
    case visibleChanged([MessageID])
    /// The selection moved; `nil` for none.
    case selectionChanged(MessageID?)
    /// The number of new messages below the view changed.
    case newBelowChanged(Int)
    /// `olderStatus` or `newerStatus` changed.
    case loadStatusChanged
}
