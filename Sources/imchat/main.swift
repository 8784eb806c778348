import EventLoop
import Glibc

// The arguments say what to do; the exit code says how it went: 0 done, 1 failed, 2 wrong usage.
let code: Int32
do {
    switch try Invocation.parse(Array(CommandLine.arguments.dropFirst()), now: EventLoop().wallClock) {
    case .help(let topic):
        CommandOutput.say(topic.flatMap { CommandCatalog.command($0) }.map(CommandCatalog.help) ?? HelpText.text)
        code = 0
    case .version:
        CommandOutput.say("imchat \(Version.text)")
        code = 0
    case .doctor(let options): code = DoctorCommand.run(options)
    case .keys(let options): code = KeysCommand.run(options)
    case .server(let options): code = try ServerCommand.run(options)
    case .send(let options): code = try HeadlessRun.send(options)
    case .tail(let options): code = try HeadlessRun.tail(options)
    case .store(let options): code = try StoreCommands.run(options)
    case .completions(let shell):
        CommandOutput.say(Completions.script(shell))
        code = 0
    case .chat(let options): code = try ChatCommand.run(options)
    }
} catch let error as UsageError {
    CommandOutput.complain(error.line)
    code = 2
} catch let error as ProgramError {
    CommandOutput.complain(error.line)
    code = error.code
} catch {
    CommandOutput.complain("\(error)")
    code = 1
}
exit(code)
