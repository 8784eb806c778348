public import Cells

/// A notification for the desktop.
public struct DesktopNotification: Sendable, Hashable {
    /// The sequence that carries it.
    public enum Transport: Sendable, Hashable, CaseIterable {
        /// iTerm2's, and of many others: one text.
        case osc9
        /// urxvt's: title and text.
        case osc777
        /// kitty's: title and text.
        case osc99

        /// What a terminal understands, by its description's name and the program that says it is the terminal; `nil`
        /// where nobody knows.
        public static func guess(term: String?, program: String?) -> Transport? {
            let name = (term ?? "") + " " + (program ?? "").lowercased()
            if name.contains("kitty") { return .osc99 }
            let titled = ["rxvt", "foot", "ghostty", "wezterm", "vte", "contour"]
            if titled.contains(where: { name.contains($0) }) { return .osc777 }
            return ["iterm", "mintty", "windowsterminal", "konsole"].contains { name.contains($0) } ? .osc9 : nil
        }
    }

    /// Who or where.
    public var title: SafeText
    /// What; may be empty.
    public var body: SafeText

    /// Makes a notification.
    public init(title: SafeText, body: SafeText = .empty) {
        self.title = title
        self.body = body
    }
}
