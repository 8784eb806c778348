public import Cells

/// The keys that rows name, as they are bound; `nil` leaves the hint out. The defaults are those of `FlowScreen`'s kind
/// of program: a program with other keys says so.
public struct FlowKeys: Sendable, Hashable {
    /// Opens a message whole, and loads what is missing above it.
    public var open: SafeText?
    /// Sends a message again.
    public var resend: SafeText?
    /// Opens the menu of a message.
    public var menu: SafeText?

    /// No key is named.
    public static let none = FlowKeys(open: nil, resend: nil, menu: nil)

    /// Names the keys.
    public init(open: SafeText? = "Enter", resend: SafeText? = "R", menu: SafeText? = "Space") {
        self.open = open
        self.resend = resend
        self.menu = menu
    }
}
