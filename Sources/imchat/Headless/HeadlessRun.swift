import ChatEngines
import EventLoop
import HeadlessCommands

/// Runs the commands that need no terminal.
enum HeadlessRun {
    static func send(_ options: SendOptions) throws(ProgramError) -> Int32 {
        let text: String
        if let given = options.text { text = given } else { text = try standardInput() }
        let originID = options.id ?? UUIDv4.make()
        let notice: ((String) -> Void)? = ProcessEnvironment.isTerminal(2) ? { CommandOutput.complain($0) } : nil
        return try run(options.account, options.address) { account, loop in
            SendCommand(
                account: account, loop: loop, codec: GoBelieveStoreCodec.codec, timeout: options.timeout * 1000,
                notice: notice
            ).run(text, to: options.address, originID: originID)
        }
    }

    static func tail(_ options: TailArguments) throws(ProgramError) -> Int32 {
        try run(options.account, options.tail.address) { account, loop in
            TailCommand(
                account: account, loop: loop, options: options.tail, output: LineOutput(descriptor: 1),
                notice: CommandOutput.complain
            ).run()
        }
    }

    /// Finds the account and runs a command for it. A token that the server of this machine no longer knows is asked for
    /// anew, once.
    private static func run(
        _ options: ChatOptions, _ address: String?,
        _ command: (HeadlessAccount, EventLoop) -> Result<Void, HeadlessFailure>
    ) throws(ProgramError) -> Int32 {
        let loop = EventLoop()
        let locations = try DataLocations.prepare(chosen: options.data)
        let options = try completed(options, address, locations)
        let account = try HeadlessLogin.account(options, locations, loop)
        let result = command(account, loop)
        guard case .failure(.refusedToken) = result, options.server == nil else { return code(result) }
        return code(command(try HeadlessLogin.account(options, locations, loop, isFresh: true), loop))
    }

    /// The options with what address and configuration say of the account; problems of the configuration are told.
    static func completed(
        _ options: ChatOptions, _ address: String?, _ locations: DataLocations
    ) throws(ProgramError) -> ChatOptions {
        let (settings, problems, hidesAccount) = ConfigurationFiles.find(chosen: options.data).read()
        for problem in problems { CommandOutput.complain(problem) }
        let chosen = try options.choosing(by: address, settings, localNames: locations.accountNames)
        if hidesAccount, chosen.account == nil, chosen.name == nil, chosen.server == nil {
            throw .account(
                "it is unknown whose account is meant, for the configuration cannot be understood: mend it, or say "
                    + "--account or --as NAME")
        }
        return try chosen.completed(by: settings)
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
