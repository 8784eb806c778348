import Testing

extension EndToEnd {
    @Suite struct CommandLineTests {
        @Test(arguments: [
            (["--sever", "x"], "--server"), (["--server", "nowhere"], "HOST:PORT"), (["--uid"], "--uid"),
            (["serve"], "server"),
            (["--as", ""], "name"), (["--server", "a:1"], "--token-file"), (["server", "--listen", "x"], "HOST:PORT"),
            (["stray", "words"], "stray"), (["--as", "a/b"], "blanks"), (["server", "nonsense"], "nonsense"),
        ]) func wrongArgumentsAreOneLineAndExit2(_ arguments: [String], _ hint: String) throws {
            let sandbox = try Sandbox()
            let result = try Subprocess.run(Sandbox.binary, arguments, environment: sandbox.environment)
            #expect(result.status == 2)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains(hint))
            #expect(result.errors.hasPrefix("imchat: "))
            #expect(result.errors.split(separator: "\n").count == 1, "one line, not: \(result.errors)")
        }

        @Test func controlCharactersInArgumentsAreNotEchoed() throws {
            let sandbox = try Sandbox()
            let result = try Subprocess.run(Sandbox.binary, ["\u{1B}[31mred\u{7}"], environment: sandbox.environment)
            #expect(result.status == 2)
            #expect(!result.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        }

        @Test func helpAndVersionAreAnswers() throws {
            let sandbox = try Sandbox()
            let help = try sandbox.imchat("--help")
            #expect(help.status == 0)
            for word in ["--as", "--server", "--uid", "--token-file", "--data", "server"] {
                #expect(help.output.contains(word))
            }
            let version = try sandbox.imchat("--version")
            #expect(version.status == 0)
            #expect(version.output.hasPrefix("imchat "))
        }

        @Test func keysAreDumpedAsTheyAreBound() throws {
            let sandbox = try Sandbox()
            let keys = try sandbox.imchat("keys", "--dump")
            #expect(keys.status == 0)
            let lines = keys.output.split(separator: "\n")
            #expect(lines.count > 100)
            #expect(lines.contains("global\tCtrl-N\tnext-session"))
            #expect(lines.allSatisfy { $0.split(separator: "\t").count == 3 })
        }

        @Test func withoutATerminalItSaysSo() throws {
            let sandbox = try Sandbox()
            let result = try Subprocess.run(Sandbox.binary, [], environment: sandbox.environment)
            #expect(result.status == 1)
            #expect(result.errors.contains("terminal"))
        }
    }
}
