import Cells

/// One line to be typed over the screen: search words, a session's number. A value.
struct Prompt: Hashable {
    /// What the line is for.
    enum Purpose: Hashable {
        case searchHere
        case searchEverywhere
        case goToNumber
    }

    let purpose: Purpose
    let title: SafeText
    /// What can be written, below the line.
    var hint: SafeText = .empty
    var field = Composer()
}
