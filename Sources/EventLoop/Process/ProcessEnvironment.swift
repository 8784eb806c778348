internal import CPosix
internal import Glibc

/// What the process knows of its surroundings.
public enum ProcessEnvironment {
    /// A variable's value; `nil` if it is not set, or empty, which users mean alike.
    public static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Every variable as `NAME=value`.
    public static var variables: [String] {
        var all: [String] = []
        while let entry = cposix_environment(Int32(all.count)) { all.append(String(cString: entry)) }
        return all
    }

    /// The file of the running program, to start it again; `nil` without a `/proc`.
    public static func executablePath() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            cposix_read_link("/proc/self/exe", bytes.baseAddress, UInt64(bytes.count))
        }
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer[..<Int(count)], as: UTF8.self)
    }

    /// The user's number.
    public static var userID: UInt32 { getuid() }

    /// This process's number.
    public static var processID: Int32 { getpid() }

    /// The user's name: `$USER`, `$LOGNAME`, the user database, "user" and the number, in this order.
    public static var userName: String {
        variable("USER") ?? variable("LOGNAME") ?? databaseEntry(cposix_user_name) ?? "user\(getuid())"
    }

    /// The home folder: `$HOME` if absolute, else the user database; `nil` if neither tells.
    public static var homeFolder: String? {
        if let home = variable("HOME"), home.utf8.first == UInt8(ascii: "/") { return home }
        return databaseEntry(cposix_user_home)
    }

    /// The machine's name, "localhost" if it has none.
    public static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, 255) == 0, buffer[0] != 0 else { return "localhost" }
        return text(buffer)
    }

    /// Whether a descriptor is a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The size of a terminal; `nil` if the descriptor is none or does not know (0×0).
    public static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard cposix_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        return (Int(columns), Int(rows))
    }

    private static func databaseEntry(_ ask: (UInt32, UnsafeMutablePointer<CChar>?, Int32) -> Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: 1024)
        return ask(getuid(), &buffer, 1024) > 0 ? text(buffer) : nil
    }

    private static func text(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
