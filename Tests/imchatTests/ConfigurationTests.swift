import Cells
import EventLoop
import HeadlessCommands
import IMService
import Testing

@testable import ChatUI
@testable import imchat

@Suite struct ConfigurationTests {
    private static func folder() -> String { "/tmp/imchat-test-\(UUIDv4.make())" }

    @Test func theFolderFollowsTheSpecification() {
        #expect(
            ConfigurationFiles.find(chosen: nil, home: "/h") { ["XDG_CONFIG_HOME": "/c"][$0] }.folder == "/c/imchat")
        #expect(
            ConfigurationFiles.find(chosen: nil, home: "/h") { ["XDG_CONFIG_HOME": "c"][$0] }.folder
                == "/h/.config/imchat")
        #expect(ConfigurationFiles.find(chosen: "/d", home: "/h") { _ in nil }.folder == "/d")
        #expect(ConfigurationFiles.find(chosen: nil, home: nil) { _ in nil }.configuration == nil)
    }

    @Test func aSettingIsInForceAndKept() throws {
        let files = ConfigurationFiles(folder: Self.folder())
        let path = try #require(files.configuration)
        let preferences = Preferences(files: files, statePath: nil) { _ in nil }
        #expect(preferences.problems == [])
        #expect(preferences.set("clock", "12") == nil)
        #expect(preferences.set("THEME", "high-contrast") == nil)
        #expect(preferences.set("sessionListWidth", "auto") == nil)
        #expect(preferences.set("theme", "neon")?.contains("there is no theme") == true)
        #expect(preferences.set("clok", "12")?.contains("there is no setting") == true)
        #expect(preferences.set("mouse", "perhaps") == "mouse: this takes true or false")
        let (again, problems) = files.settings()
        #expect(problems == [] && !again.uses24Hours && again.theme == "high-contrast")
        #expect(Paths.ownerAndMode(path)?.mode == 0o600)
    }

    @Test func aBrokenFileIsNamedAndNotOverwritten() throws {
        let files = ConfigurationFiles(folder: Self.folder())
        let path = try #require(files.configuration)
        try Paths.makeFolder(files.folder ?? "")
        try Files.writeAtomically(path, Array("{ clock: 12\n  mouse: true }".utf8))
        let preferences = Preferences(files: files, statePath: nil) { _ in nil }
        #expect(preferences.problems == ["\(path):2:3: a comma is missing before “m”"])
        #expect(preferences.settings == Settings())
        #expect(preferences.set("clock", "12")?.contains("not kept") == true)
        // In force all the same, until the end.
        #expect(!preferences.settings.uses24Hours)
        #expect(try Files.read(path, limit: 100) == Array("{ clock: 12\n  mouse: true }".utf8))
    }

    @Test func themeFilesComeBeforeBuiltInThemes() throws {
        let files = ConfigurationFiles(folder: Self.folder())
        try Paths.makeFolder(Paths.join(files.folder ?? "", "themes"))
        try Files.writeAtomically(
            Paths.join(files.folder ?? "", "themes/mine.json5"),
            Array("{ base: 'plain', styles: { titel: 'red' } }".utf8))
        let found = try #require(files.theme("mine", onLight: nil))
        #expect(!found.0.drawsLines && found.problems.count == 1)
        #expect(files.theme("../config", onLight: nil) == nil)
        #expect(files.themeNames == Theme.names + ["mine"])
        #expect(files.theme("dark", onLight: nil)?.0 == .dark)
        #expect(files.themeNames.contains("mine") && files.themeNames.contains("dark"))
        // What is wrong with it is known once it is chosen, and no more once another one is.
        let preferences = Preferences(files: files, statePath: nil) { ["LANG": "zh_CN.UTF-8"][$0] }
        _ = preferences.theme(colors: 256)
        #expect(preferences.problems.isEmpty)
        for _ in 0..<2 {
            #expect(preferences.set("theme", "mine") == nil)
            _ = preferences.theme(colors: 256)
            #expect(preferences.themeProblems.count == 1)
        }
        #expect(preferences.themeProblems[0].contains("没有这个部分"))
        #expect(preferences.set("theme", "none-such")?.contains("没有主题“none-such”") == true)
        #expect(preferences.set("theme", "dark") == nil)
        _ = preferences.theme(colors: 256)
        #expect(preferences.problems.isEmpty)
    }

    @Test func whatTerminalsDoIsRemembered() throws {
        let folder = Self.folder()
        try Paths.makeFolder(folder)
        let path = Paths.join(folder, "terminals.json")
        let memory = TerminalMemory(path: path) { ["TERM": "xterm"][$0] }
        var findings = memory.findings
        #expect(findings.joinsClusters == nil)
        findings.joinsClusters = false
        findings.background = .init(red: 255, green: 255, blue: 255)
        memory.keep(findings)
        #expect(TerminalMemory(path: path) { ["TERM": "xterm"][$0] }.findings == findings)
        #expect(TerminalMemory(path: path) { ["TERM": "xterm", "TMUX": "x"][$0] }.findings.joinsClusters == nil)
        let preferences = Preferences(
            files: ConfigurationFiles(folder: nil), statePath: path
        ) { ["TERM": "xterm"][$0] }
        #expect(preferences.policy == .perScalar && preferences.hasLightBackground == true)
        #expect(preferences.theme(colors: 256) == .light)
    }

    @Test func accountsOfTheConfigurationAreFound() throws {
        var settings = Settings()
        settings.accounts = [
            .init(name: "work", server: "h:1", uid: 7, appID: nil, tokenFile: "~/t"),
            .init(name: "odd", server: "nonsense", uid: nil, appID: nil, tokenFile: "t"),
        ]
        var options = ChatOptions()
        #expect(try options.completed(by: settings) == options)
        options.account = "work"
        let done = try options.completed(by: settings, home: "/h")
        #expect(done.server == .tcp(host: "h", port: 1) && done.uid == 7 && done.tokenFile == "/h/t")
        for name in ["odd", "none"] {
            options.account = name
            #expect(throws: ProgramError.self) { try options.completed(by: settings) }
        }
        settings.account = "work"
        #expect(try ChatOptions().completed(by: settings).uid == 7)
        settings.accounts[0].directory = "http://d:8"
        #expect(try ChatOptions().completed(by: settings).directory?.host == "d:8")
        settings.accounts[0].directory = "nonsense"
        #expect(throws: ProgramError.self) { try ChatOptions().completed(by: settings) }
        settings.accounts[0].directory = nil
        // An address may say whose it is.
        settings.account = nil
        func choose(_ address: String) throws -> ChatOptions {
            try ChatOptions().choosing(by: address, settings, localNames: ["carol"])
        }
        #expect(try choose("work/peer:bob").account == "work")
        #expect(try choose("carol/peer:bob").name == "carol")
        #expect(try choose("bob") == ChatOptions())
        // A name that nobody knows goes to no other server.
        for address in ["nope/peer:1001", "7@h:1/system"] {
            let refusal = #expect(throws: ProgramError.self) { try choose(address) }
            #expect(refusal?.code == 2 && refusal?.line.contains("there are work, odd, carol") == true)
        }
        settings.accounts[1].isUsable = false
        options.account = "odd"
        let unusable = #expect(throws: ProgramError.self) { try options.completed(by: settings) }
        #expect(unusable?.line.contains("“odd” cannot be used") == true)
        settings.account = "work"
        var named = ChatOptions()
        named.name = "bob"
        #expect(try named.completed(by: settings) == named)
        #expect(throws: UsageError.conflict("--account", "--as")) {
            try Invocation.parse(["--account", "a", "--as", "b"])
        }
    }

    @Test func aServerOf2016IsNamedInFrontOfItsAddress() throws {
        let (settings, problems) = SettingsReader.read(
            Array("{ accounts: { old: { server: '2016+tls://h:1', uid: 7, tokenFile: 't' } } }".utf8))
        #expect(problems.isEmpty)
        var options = ChatOptions()
        options.account = "old"
        options = try options.completed(by: settings)
        #expect(options.server == .tls(host: "h", port: 1) && options.generation == .year2016)
        // On to the account of every command.
        let locations = try DataLocations.prepare(chosen: Self.folder())
        options.tokenFile = Paths.join(locations.data, "token")
        try Files.writeAtomically(Paths.join(locations.data, "token"), Array("secret\n".utf8))
        let loop = EventLoop()
        guard case .remote(let remote, _) = try AccountSource.of(options, locations, loop) else {
            Issue.record("no account of another server")
            return
        }
        #expect(remote.generation == .year2016 && remote.uid == 7)
        #expect(try HeadlessLogin.account(options, locations, loop).generation == .year2016)
        #expect(ServerArgument.parse("h:1")?.generation == .today)
        #expect(ServerArgument.parse("2016+") == nil && ServerArgument.parse("2016h:1")?.generation == .today)
        let line = ["--server", "2016+unix:/s", "--token-file", "t"]
        guard case .chat(let typed) = try Invocation.parse(line) else {
            Issue.record("no chat")
            return
        }
        #expect(typed.server == .unix(path: "/s") && typed.generation == .year2016)
    }

    @Test func aConfigurationThatHidesTheAccountStartsNoOther() throws {
        let folder = Self.folder()
        try Paths.makeFolder(folder)
        let files = ConfigurationFiles(folder: folder)
        let path = try #require(files.configuration)
        var options = ChatOptions()
        options.data = folder
        let locations = try DataLocations.prepare(chosen: folder)
        for (text, isRefused) in [
            ("{ account: 'work' accounts: {} }", true), ("{ account: 'nope' }", true), ("{ clok: 12 }", false),
            ("{ account: 'work', accounts: { work: { server: 5, tokenFile: 't' } } }", true),
            ("{ accounts: 7 }", true), ("{ clock: 12 }", false),
        ] {
            try Files.writeAtomically(path, Array(text.utf8))
            let found = try? HeadlessRun.completed(options, "bob", locations)
            #expect((found == nil) == isRefused, "\(text)")
            var named = options
            named.name = "alice"
            #expect(try HeadlessRun.completed(named, "bob", locations) == named)
        }
    }

    @Test func theReportIsSafeAndEndsWithItsHealth() {
        var report = DoctorReport()
        report.add("a", "fine")
        #expect(report.exitCode == 0 && report.text.hasSuffix("all is well"))
        report.add("longer", "so so", .poor, advice: "do this")
        #expect(report.exitCode == 0)
        report.add("c", "bad", .wrong)
        #expect(report.exitCode == 1)
        #expect(report.text.hasSuffix("1 wrong, 1 poor"))
        #expect(report.text.contains("ok     a       fine\npoor   longer  so so\n"))
    }
}
