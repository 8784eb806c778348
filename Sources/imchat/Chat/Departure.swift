import ChatEngines

/// How long the program stays for messages that are on their way when it is told to end.
enum Departure {
    /// A server that is there answers within this, in milliseconds; the user waits for a prompt.
    static let patience: Int64 = 700

    /// Whether waiting can help: without a connection nothing arrives, and it goes out at the next start.
    static func waits(_ connection: ChatConnectionState, unsent: Int) -> Bool {
        guard case .online = connection else { return false }
        return unsent > 0
    }
}
