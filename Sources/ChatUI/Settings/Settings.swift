package import Cells

/// What the user has chosen, in the configuration file or with `/set`. `nil` means that the program finds out itself.
package struct Settings: Sendable, Hashable {
    /// An account on a server, by its name in the file.
    package struct Account: Sendable, Hashable {
        /// The name.
        package var name: String
        /// `HOST:PORT`, `unix:PATH` or `tls://HOST:PORT`.
        package var server: String
        /// The user's number there, where the token file does not tell it.
        package var uid: Int64?
        /// The application's number.
        package var appID: Int64?
        /// The file that holds the token.
        package var tokenFile: String
        /// Where names can be asked for, if anywhere.
        package var directory: String?
        /// Whether server, token file and number are there and can be understood. Whoever asks for one that cannot be
        /// used is refused: another account in its place would write to other people.
        package var isUsable = true
    }

    /// The language; else the locale's.
    package var language: Strings.Language?
    /// A built-in theme or the name of a theme file; `auto` follows the background.
    package var theme = "auto"
    /// Whether the background is light; else the terminal is asked.
    package var hasLightBackground: Bool?
    /// Whether the mouse is reported.
    package var mouse = false
    /// The program that takes copies on its standard input, with its arguments; empty leaves it to the terminal.
    package var copyProgram = ""
    /// Whether own messages stand at the right.
    package var ownMessagesAtRight = true
    /// 24-hour or 12-hour times.
    package var uses24Hours = true
    /// Columns of the session list; else by the screen's width.
    package var sessionListWidth: Int?
    /// How clusters are counted; else the terminal is asked.
    package var clusters: WidthPolicy.Clusters?
    /// Whether ambiguous characters are wide; else the terminal is asked.
    package var ambiguousIsWide: Bool?
    /// Whether the terminal is asked at all.
    package var asksTerminal = true
    /// Whether the first start's page is left out.
    package var skipsWelcome = false
    /// Whether the terminal rings.
    package var bell = true
    /// Notifications on the desktop.
    package var desktop = NotificationMethod.automatic
    /// Whether notifications show what was written, and not only by whom.
    package var showsText = false
    /// What is worth a notification.
    package var notify = NotifyRule.mentions
    /// The same for single sessions, by address.
    package var notifySessions: [String: NotifyRule] = [:]
    /// Whether a new store asks the server for all that it keeps.
    package var fetchesHistory = true
    /// Messages older than so many days are removed; `nil`: none.
    package var keepDays: Int?
    /// Of each session so many messages are kept; `nil`: all.
    package var keepMessages: Int?
    /// The keys.
    package var keys = KeyMap()
    /// Accounts on servers of others.
    package var accounts: [Account] = []
    /// The account of a start without options; else the server of this machine.
    package var account: String?

    /// The defaults.
    package init() {}

    /// The policy that these settings ask for, in place of one that was found out.
    package func policy(otherwise found: WidthPolicy) -> WidthPolicy {
        WidthPolicy(
            clusters: clusters ?? found.clusters, ambiguousIsWide: ambiguousIsWide ?? found.ambiguousIsWide)
    }
}
