import EventLoop

/// The session that was open last, kept beside the account's messages: a start comes back to it.
enum LastSession {
    private struct Record: Codable {
        var address: String
    }

    private static func path(_ folder: String) -> String { Paths.join(folder, "last-session.json") }

    /// The address, where one was kept.
    static func read(in folder: String) -> String? { JSONFile.read(Record.self, from: path(folder))?.address }

    /// Keeps the address. Losing it costs a key press, so that nothing is said where it cannot be written.
    static func write(_ address: String, in folder: String) {
        try? JSONFile.write(Record(address: address), to: path(folder))
    }
}
