import Cells
import IMModel
import MessageFlow

/// A question over the screen that is answered with yes or no. A value.
struct Question: Hashable {
    /// What yes means.
    enum Purpose: Hashable {
        case quit
        case paste(String)
        case copy(String, said: SafeText)
        case sendAsMessage(String)
        case messageEntry(MenuEntry, MessageID)
        case group(SlashCommand.Group, SessionID)
    }

    let purpose: Purpose
    let text: SafeText
    /// The first lines of what is asked about.
    var details: [SafeText] = []
    /// Which answer Enter gives; a question about something that cannot be undone starts at no.
    var isYesSelected: Bool
}
