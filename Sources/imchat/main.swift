import EventLoop
import Glibc

// The arguments say what to do; the exit code says how it went: 0 done, 1 failed, 2 wrong usage.
let code: Int32
do {
    switch try Invocation.parse(Array(CommandLine.arguments.dropFirst())) {
    case .help:
        CommandOutput.say(HelpText.text)
        code = 0
    case .version:
        CommandOutput.say("imchat \(Version.text)")
        code = 0
    case .doctor(let options): code = DoctorCommand.run(options)
    case .keys(let options): code = KeysCommand.run(options)
    case .server(let options): code = try ServerCommand.run(options)
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
