/// How a device calls itself; the server gives each a small number (protocol document, section 5.1).
package struct DeviceName: Sendable, Hashable {
    /// 1 iOS, 2 Android, 3 web, any other.
    package var platform: Int8
    /// The client's own name of the device.
    package var id: String

    /// Makes the name.
    package init(platform: Int8, id: String) {
        self.platform = platform
        self.id = id
    }

    /// Web and nameless devices share the number 0.
    package var isShared: Bool { platform == 3 || id.isEmpty }
}
