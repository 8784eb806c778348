/// What is known of the "new" line of the open session.
///
/// What was missed comes in several parts, some after another loss of the link: the line stays above the first part until
/// the user was there and the link is another one.
struct NewLine: Hashable {
    /// Whether it was placed.
    var isThere = false
    /// Whether the user did something since.
    var hasActed = false
    /// Whether the connection was lost since.
    var hasLostLink = false

    /// Whether what is missed from now on gets a line of its own.
    var isOld: Bool { hasActed && hasLostLink }
}
