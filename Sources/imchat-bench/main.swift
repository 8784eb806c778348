import Glibc

// Exit code 0: all within their bars; 1: something went over or could not be measured; 2: wrong usage.
let code: Int32
do {
    code = try Bench(Options(Array(CommandLine.arguments.dropFirst()))).run() ? 0 : 1
} catch {
    Output.complain("\(error)")
    code = 2
}
exit(code)
