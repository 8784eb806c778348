import ChatEngines
import EventLoop
import HeadlessCommands

/// Runs the commands that need no terminal.
enum HeadlessRun {
    static func send(_ options: SendOptions) throws(ProgramError) -> Int32 {
        let text: String
        if let given = options.text { text = given } else { text = try standardInput() }
        let loop = EventLoop()
        let locations = try DataLocations.prepare(chosen: options.account.data)
        let account = try HeadlessLogin.account(options.account, locations, loop)
        let command = SendCommand(
            account: account, loop: loop, codec: GoBelieveStoreCodec.codec, timeout: options.timeout * 1000)
        return code(command.run(text, to: options.address, originID: options.id ?? UUIDv4.make()))
    }

    static func tail(_ options: TailArguments) throws(ProgramError) -> Int32 {
        let loop = EventLoop()
        let locations = try DataLocations.prepare(chosen: options.account.data)
        let account = try HeadlessLogin.account(options.account, locations, loop)
        let command = TailCommand(
            account: account, loop: loop, options: options.tail, output: LineOutput(descriptor: 1),
            notice: CommandOutput.complain)
        return code(command.run())
    }

    /// The exit code, with the reason on standard error.
    static func code(_ result: Result<Void, HeadlessFailure>) -> Int32 {
        switch result {
        case .success: return 0
        case .failure(let failure):
            CommandOutput.complain(failure.line)
            return failure.code
        }
    }

    /// The text on standard input; a line break at its end is the shell's.
    private static func standardInput() throws(ProgramError) -> String {
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try StandardStreams.readAll(0, limit: 1 << 20)
        } catch {
            throw .account("the text cannot be read: \(error)")
        }
        guard var bytes else { throw .account("the text on standard input is longer than a message can be") }
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
