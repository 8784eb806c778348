import IMModel
import MessageFlow

/// What the menu of an incoming call offers: no call can be taken in a terminal.
enum CallEntry: String, CaseIterable {
    /// Tell the caller that it is refused.
    case refuse
    /// The same, and write why.
    case write

    var letter: Character {
        switch self {
        case .refuse: "x"
        case .write: "w"
        }
    }

    /// Whether somebody calls with this message.
    static func fits(_ message: Message) -> Bool {
        guard !message.isOutgoing, case .call(let call) = message.content, case .dial = call.event else { return false }
        return true
    }
}
