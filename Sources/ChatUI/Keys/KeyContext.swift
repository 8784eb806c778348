/// Where a key is looked up: what has the focus decides the order.
package enum KeyContext: String, Sendable, Hashable, CaseIterable {
    /// The composer while it is empty; asked before `composer`.
    case emptyComposer = "empty-composer"
    /// The composer.
    case composer = "composer"
    /// The message selection.
    case messages = "messages"
    /// The session list.
    case sessions = "sessions"
    /// Menus, dialogs, panels and the switcher.
    case overlay = "overlay"
    /// Wherever no overlay is open; asked last.
    case global = "global"
    /// Wherever the focus is, overlays included; asked last of all.
    case always = "always"
}
