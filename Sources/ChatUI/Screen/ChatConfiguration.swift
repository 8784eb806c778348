package import Cells
package import IMModel

/// What the screen is made with; plain values, replaced at any time with `ChatScreen.configuration`.
package struct ChatConfiguration: Sendable {
    /// The interface's words.
    package var strings = Strings.english
    /// Colours and attributes.
    package var theme = Theme.standard
    /// The keys.
    package var keys = KeyMap()
    /// How wide text is on this terminal.
    package var policy = WidthPolicy.perCluster
    /// The user's own name, raw text.
    package var ownName = ""
    /// The largest text that can be sent, in bytes of UTF-8.
    package var sizeLimit = 32_000
    /// Columns of the session list; `nil` lets the screen's width decide.
    package var sessionListWidth: Int?
    /// Whether the window has the focus until the terminal tells otherwise.
    package var startsFocused = true
    /// Whether the window only reads what another one writes: no text is taken, only commands.
    package var readsAlong = false
    /// What is worth a ring or a notification.
    package var notifications = NotificationSettings()
    /// The settings in force, for the lists of `/set`.
    package var settings = Settings()
    /// The themes that `/theme` offers.
    package var themes = ["auto"] + Theme.names
    /// The calendar for times in panels.
    package var localTime: @Sendable (_ milliseconds: Int64) -> LocalTime = LocalTime.utc(milliseconds:)

    /// The defaults.
    package init() {}
}
