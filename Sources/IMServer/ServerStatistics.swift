/// What a server has done since it started.
package struct ServerStatistics: Sendable, Hashable {
    /// Connections that are open.
    package var connections = 0
    /// Connections that are logged in.
    package var authenticated = 0
    /// Users that are logged in.
    package var users = 0
    /// Frames that came in whole.
    package var framesIn: Int64 = 0
    /// Frames that went out.
    package var framesOut: Int64 = 0
    /// Message copies that were stored.
    package var stored: Int64 = 0
    /// Times that storing or reading failed.
    package var storageFailures: Int64 = 0
    /// Connections that were closed for a faulty frame, an idle line or a reader too slow.
    package var dropped: Int64 = 0

    /// Of those, connections that gave way to others before a log-in.
    package var strangersDropped: Int64 = 0

    /// Connections that were closed because they took too little of what was theirs.
    package var slowDropped: Int64 = 0
    /// Bytes that wait for their connections to take them, or may soon.
    package var outputBytes = 0

    /// All zero.
    package init() {}
}
