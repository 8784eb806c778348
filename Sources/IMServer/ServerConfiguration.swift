/// What can be set about a server. Times in milliseconds, sizes in bytes.
package struct ServerConfiguration: Sendable, Hashable {
    /// The application of ordinary users.
    package var appID: Int64 = 7
    /// The application of support staff: one side of every customer message.
    package var supportAppID: Int64 = 1453
    /// How long a connection may go without a whole frame (protocol document, section 5.3).
    package var idleTimeout: Int64 = 360_000
    /// How long a connection may stay without a log-in. Shorter than the real server's, whose strangers have the idle
    /// time-out: they hold what others need.
    package var loginTimeout: Int64 = 60_000
    /// How many connections may be open; one more, and the oldest that is not logged in gives way.
    package var connectionLimit = 8_192
    /// How many connections may be open without a log-in; one more, and the oldest of them gives way. Well above what
    /// clients that all come back at once make, who log in with their first bytes.
    package var strangerLimit = 4_096
    /// How many frames of one connection are taken before others have their turn.
    package var frameLimit = 256
    /// How many messages one SYNC answers.
    package var syncLimit = 3_000
    /// How many bytes of messages one SYNC answers, about; keeps the memory of one answer bounded.
    package var syncByteLimit = 1_048_576
    /// How many messages one SYNC_GROUP answers.
    package var groupSyncLimit = 100
    /// Reading stops while the other side has left so many bytes unread.
    package var pauseLimit = 1_048_576
    /// The connection is dropped when the other side has left so many bytes unread.
    package var dropLimit = 8_388_608
    /// One account's connections together leave so many bytes unread at most, or the slowest of them is dropped.
    package var accountOutputLimit = 16_777_216
    /// All connections together leave so many bytes unread at most, or the slowest of all is dropped.
    package var outputLimit = 67_108_864
    /// A SYNC is answered only while its connection has left no more bytes than these unread.
    package var syncPendingLimit = 65_536
    /// A connection is dropped that takes nothing for so long although something waits.
    package var stallTimeout: Int64 = 60_000
    /// Reading stops while so many messages of one connection wait for their commit; a message to a group counts for
    /// its copies, a SYNC for `syncCost`.
    package var writeLimit = 256
    /// How many messages a SYNC that waits or is being read counts for.
    package var syncCost = 64
    /// How long a super group stays loaded after a message (section 5.8).
    package var groupMemory: Int64 = 3_600_000
    /// The first user id that is given to a name.
    package var firstUID: Int64 = 1_001
    /// Whether LOGIN_POINT is sent (section 14); no real server of today does.
    package var sendsLoginPoints = true
    /// Whether peer messages need friendship both ways: status 1 and 2 (section 5.4).
    package var needsFriendship = false
    /// Whether the receiver's blacklist counts: status 3 (section 5.4).
    package var hasBlacklist = false
    /// What the word filter masks in texts that carry the flag TEXT (section 6.8).
    package var wordFilter = WordFilter(words: [])
    /// Which odd ways of the real server are shown.
    package var quirks: ServerQuirks = .all

    /// The usual settings.
    package init() {}
}
