import Foundation
import Testing

extension EndToEnd {
    /// Surroundings in which there can be no screen: a message that helps, exit 1, and the terminal untouched.
    @Suite struct BadEnvironmentTests {
        @Test(arguments: [
            ("LC_ALL=C imchat", "UTF-8"), ("LC_ALL=POSIX imchat", "UTF-8"), ("TERM=dumb LC_ALL=C imchat", "UTF-8"),
            ("imchat < /dev/null", "terminal"), ("TERM=dumb imchat < /dev/null", "terminal"),
            ("imchat | cat; false", "terminal"),
            ("HOME=/proc imchat", "--data"), ("imchat --data /proc/nothing", "--data"),
            ("imchat --data ./file/below", "--data"), ("imchat --server 127.0.0.1:1 --token-file ./none", "token file"),
            ("XDG_RUNTIME_DIR=/proc imchat", "/proc"), ("USER='a b' LOGNAME='a b' imchat", "--as"),
        ]) func aClearMessageAndExit1(_ command: String, _ hint: String) throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write("", to: "home/file")
            let terminal = try TmuxTerminal(width: 200, sandbox: sandbox)
            try terminal.command("cd; clear; \(command); echo exit=$?")
            let screen = try terminal.wait(for: "exit=1")
            let lines = screen.split(separator: "\n").map(String.init)
            let message = lines.first { $0.hasPrefix("imchat: ") } ?? ""
            #expect(message.contains(hint), "\(TmuxTerminal.framed(screen))")
            #expect(lines.filter { $0.hasPrefix("imchat: ") }.count == 1)
            #expect(try terminal.fact("alternate_on") == "0")
        }
    }
}
