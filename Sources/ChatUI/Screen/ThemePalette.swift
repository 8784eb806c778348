/// The colours that a built-in theme is made of: entries of the palette of 256.
struct ThemePalette {
    var accent: UInt8
    var line: UInt8
    var faint: UInt8
    var unread: UInt8
    var mention: UInt8
    var draft: UInt8
    var good: UInt8
    var warning: UInt8
    var error: UInt8
    var key: UInt8
    var link: UInt8
    var code: UInt8
    var read: UInt8
    var tag: UInt8
    var senders: [UInt8]
    /// Whether errors are told by more than bold.
    var isStrong = false
}
