/// The counters of `/summary`: the real server's names for what both have, and ours behind them.
struct OperatorSummary: Codable, Equatable {
    private enum CodingKeys: String, CodingKey {
        case connections = "connection_count"
        case clients = "client_count"
        case users = "clientset_count"
        case framesIn = "in_message_count"
        case framesOut = "out_message_count"
        case stored = "stored_count"
        case failures = "storage_failure_count"
        case dropped = "dropped_count"
        case threads = "goroutine_count"
    }

    var connections: Int
    /// Connections that are logged in.
    var clients: Int
    /// Users that are logged in.
    var users: Int
    var framesIn: Int64
    var framesOut: Int64
    var stored: Int64
    var failures: Int64
    var dropped: Int64
    /// What runs beside each other here: the loop and the database.
    var threads = 2

    init(_ statistics: ServerStatistics) {
        connections = statistics.connections
        clients = statistics.authenticated
        users = statistics.users
        framesIn = statistics.framesIn
        framesOut = statistics.framesOut
        stored = statistics.stored
        failures = statistics.storageFailures
        dropped = statistics.dropped
    }
}
