/// How a database is opened.
package struct DatabaseConfiguration: Sendable, Hashable {
    /// Whether nothing may be written; the file must exist.
    package var readOnly: Bool
    /// How long to wait for another connection's lock, in milliseconds.
    package var busyTimeout: Int32
    /// The bound of the page cache, in KiB.
    package var cacheKibibytes: Int
    /// The largest number of pages the file may have; 0 for no limit. Tests fill the "disk" with it.
    package var maximumPages: Int
    /// The name of the file system that SQLite is to use; `nil` for its own. Tests bring one that fails.
    package var fileSystem: String?

    /// Makes a configuration.
    package init(
        readOnly: Bool = false, busyTimeout: Int32 = 3_000, cacheKibibytes: Int = 16_384, maximumPages: Int = 0,
        fileSystem: String? = nil
    ) {
        self.readOnly = readOnly
        self.busyTimeout = busyTimeout
        self.cacheKibibytes = cacheKibibytes
        self.maximumPages = maximumPages
        self.fileSystem = fileSystem
    }
}
