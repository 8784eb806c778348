import Cells
import MessageFlow
import Testing

@testable import ChatUI

@Suite struct SettingsReaderTests {
    private func read(_ text: String) -> (settings: Settings, problems: [SettingsProblem]) {
        SettingsReader.read(Array(text.utf8))
    }

    private func lines(_ text: String) -> [String] { read(text).problems.map { $0.line(file: "c") } }

    @Test func nothingIsTheDefaults() {
        #expect(read("{}").settings == Settings())
        #expect(read("{}").problems == [])
    }

    @Test func everySettingIsTaken() {
        let (settings, problems) = read(
            """
            {
              language: "zh_CN", theme: "high-contrast", background: "light", mouse: true, ownMessages: "left",
              clock: 12, sessionListWidth: 30, width: "scalar", ambiguousWidth: "wide", askTerminal: false,
              skipWelcome: true, history: "none", account: "work",
              notifications: { bell: false, desktop: "osc777", showText: true, rule: "all",
                               sessions: { "peer:maria": "none" } },
              keys: { global: { "F12": "switcher", "Ctrl-G": "/go 3" }, composer: { "Alt-K": "insert :-)" } },
              accounts: { work: { server: "chat.example:23000", uid: 7, appid: 8, tokenFile: "~/token", directory: "http://a" } },
            }
            """)
        #expect(problems == [])
        #expect(settings.language == .simplifiedChinese && settings.theme == "high-contrast")
        #expect(settings.hasLightBackground == true && settings.mouse && !settings.ownMessagesAtRight)
        #expect(!settings.uses24Hours && settings.sessionListWidth == 30 && settings.clusters == .perScalar)
        #expect(settings.ambiguousIsWide == true && !settings.asksTerminal && settings.skipsWelcome)
        #expect(!settings.fetchesHistory && !settings.bell && settings.desktop == .osc777 && settings.showsText)
        #expect(settings.notify == .all && settings.notifySessions == ["peer:maria": .none])
        #expect(settings.keys.action(for: KeyPress(.function(12)), in: [.global]) == .switcher)
        #expect(
            settings.keys.function(for: KeyPress(.character("g"), .control), in: [.global]) == .command("/go 3"))
        #expect(
            settings.keys.function(for: KeyPress(.character("k"), .alt), in: [.composer]) == .insert(":-)"))
        #expect(
            settings.accounts == [
                Settings.Account(
                    name: "work", server: "chat.example:23000", uid: 7, appID: 8, tokenFile: "~/token",
                    directory: "http://a")
            ])
        #expect(settings.account == "work")
        #expect(
            settings.policy(otherwise: .perCluster) == WidthPolicy(clusters: .perScalar, ambiguousIsWide: true))
    }

    @Test(arguments: [
        ("{ them: 'dark' }", "c:1:3: them: there is no such setting; did you mean “theme”?"),
        ("{\n  mouse: 'maybe'\n}", "c:2:10: mouse: this takes true or false"),
        (
            "{ sessionListWidth: 5 }",
            "c:1:21: sessionListWidth: this takes \"auto\" or a number of columns from 10 to 80"
        ),
        (
            "{ notifications: { bel: true } }",
            "c:1:20: notifications.bel: there is no such setting; did you mean “bell”?"
        ),
        ("{ notifications: 1 }", "c:1:18: notifications: a number stands where an object { … } is expected"),
        ("[]", "c:1:1: a list stands where an object { … } is expected"),
        (
            "{ keys: { globl: {} } }",
            "c:1:11: keys.globl: there is no such focus; there are empty-composer, composer, messages, sessions, overlay, global, always"
        ),
        (
            "{ keys: { global: { 'Hyper-X': 'help' } } }",
            "c:1:21: keys.global.Hyper-X: there is no such key; keys are written like Ctrl-N, Alt-↑, F3, PgUp, Space, g"
        ),
        (
            "{ keys: { global: { F12: 'swicher' } } }",
            "c:1:26: keys.global.F12: there is no action “swicher”; did you mean “switcher”?; imchat keys --dump shows them all"
        ),
        (
            "{ keys: { global: { F12: '/go' } } }",
            "c:1:26: keys.global.F12: “/go” is no command that can run as it stands"
        ),
        (
            "{ keys: { global: { 'Ctrl-G': 'help', '^g': 'quit' } } }",
            "c:1:39: keys.global.^g: this key is bound above already, as Ctrl-G"
        ),
        (
            "{ keys: { global: { F3: 'none' } } }",
            "c:1:9: keys: no key without Alt would be left for next-unread; all keys stay as they are built in"
        ),
        (
            "{ accounts: { a: { server: 'h:1' } } }",
            "c:1:18: accounts.a: tokenFile is missing: the file that holds the token"
        ),
        ("{ accounts: { a: { uid: 0 } } }", "c:1:25: accounts.a.uid: this takes a whole number above 0"),
        ("{ account: 'x' }", "c:1:1: account: there is no account “x” under accounts"),
        (
            "{ theme: '../x' }",
            "c:1:10: theme: this takes the name of a theme: auto, standard, dark, light, high-contrast, colour-blind, plain, monochrome, or a theme file"
        ),
        ("{ theme: }", "c:1:10: a value is missing before “}”"),
    ]) func problemsSayWhereAndWhat(_ text: String, _ line: String) {
        #expect(lines(text) == [line])
    }

    @Test func oneBadKeyLeavesTheAccount() {
        func account(_ text: String) -> (account: Settings.Account?, problems: Int) {
            let (settings, problems) = read("{ account: 'a', accounts: { a: { \(text) } } }")
            #expect(settings.account == "a")
            return (settings.accounts.first, problems.count)
        }
        let whole = Settings.Account(name: "a", server: "h:1", tokenFile: "t")
        let found = account("server: 'h:1', tokenFile: 't', sever: 'x', appid: 'y', directory: 3")
        #expect(found.account == whole && found.problems == 3)
        for text in ["server: 1, tokenFile: 't'", "server: 'h:1'", "server: 'h:1', tokenFile: 't', uid: 'x'", "x: 1"] {
            #expect(account(text).account?.isUsable == false, "\(text)")
        }
    }

    @Test func oneBadSettingLeavesTheOthers() {
        let (settings, problems) = read("{ mouse: 7, clock: 12, theme: 'dark' }")
        #expect(problems.count == 1 && !settings.mouse && !settings.uses24Hours && settings.theme == "dark")
    }

    /// A rebinding that takes an action's only key and gives it another is sound, in whatever order it is written.
    @Test func keysAreJudgedAsAWhole() {
        let (settings, problems) = read("{ keys: { global: { F3: 'switcher', F12: 'next-unread' } } }")
        #expect(problems == [])
        #expect(settings.keys.action(for: KeyPress(.function(12)), in: [.global]) == .nextUnread)
    }

    @Test func everySettingShowsWhatItTakes() throws {
        var settings = Settings()
        settings.account = "a"
        for key in SettingKey.all {
            let literal = key.value(in: settings)
            let value = try JSON5Reader.read(Array(literal.utf8))
            var again = settings
            #expect(key.take(value.content, into: &again), "\(key.name)")
            #expect(again == settings, "\(key.name)")
            #expect(!key.take(.array([]), into: &again), "\(key.name)")
        }
        #expect(SettingKey.named("SESSIONLISTWIDTH")?.name == "sessionListWidth")
    }

    @Test(arguments: [
        ("", "mouse", "true", "{\n    mouse: true,\n}\n"),
        ("{}", "mouse", "true", "{ mouse: true }"),
        ("{ a: 1 }", "mouse", "true", "{ mouse: true, a: 1 }"),
        ("{ // mine\n  mouse: false, // no\n}", "mouse", "true", "{ // mine\n  mouse: true, // no\n}"),
        ("{\n  clock: 12\n}", "notifications.bell", "false", "{\n    notifications: { bell: false },\n  clock: 12\n}"),
        ("{ notifications: { bell: true } }", "notifications.bell", "false", "{ notifications: { bell: false } }"),
        ("{ notifications: {} }", "notifications.bell", "false", "{ notifications: { bell: false } }"),
    ]) func aChangeLeavesTheRest(_ text: String, _ path: String, _ literal: String, _ wanted: String) throws {
        let changed = try SettingsEditor.set(path, to: literal, in: Array(text.utf8))
        #expect(String(decoding: changed, as: UTF8.self) == wanted)
    }

    @Test func aBrokenFileIsNotChanged() {
        for text in ["{ a: ", "{ notifications: 7 }", "[]"] {
            #expect(throws: JSON5Reader.Problem.self) {
                try SettingsEditor.set("notifications.bell", to: "true", in: Array(text.utf8))
            }
        }
    }

    @Test func themeFilesAreRead() {
        let (theme, problems) = ThemeReader.read(
            Array(
                """
                { base: "dark", lines: false, styles: { title: "bold #ff8800", lnk: "red" },
                  messages: { link: "underline cyn", text: "white" }, senders: ["red", "blue"], x: 1 }
                """.utf8), onLight: nil)
        #expect(!theme.drawsLines && theme.title == Style(foreground: .rgb(255, 136, 0), attributes: .bold))
        #expect(theme.flow.senders == [Style(foreground: .indexed(1)), Style(foreground: .indexed(4))])
        #expect(theme.flow.roles[.text] == Style(foreground: .indexed(7)))
        #expect(theme.good == Theme.dark.good && theme.flow.roles[.link] == Theme.dark.flow.roles[.link])
        #expect(problems.map(\.path) == ["styles.lnk", "messages.link", "x"])
        #expect(problems[0].reason.english.contains("there is no such part"))
        #expect(problems[1].reason.english.contains("“cyn”"))
    }

    @Test func complaintsAreInTheLanguageOfTheInterface() {
        let faults: [ConfigurationFault] = [
            .notUTF8, .noValue, .moreBehind, .openComment, .tooDeep, .noSuchValue("a"), .valueMissing(nil),
            .valueMissing("a"), .openObject, .openList, .openText, .nameMissing(nil), .doubleName("a"),
            .colonMissing("a"), .commaMissing("a"), .escapedName, .noNumber("a"), .digitEscape, .halfPair,
            .hexadecimal(4), .objectExpected(.array), .takes("true or false"), .noAccount("a"), .noSetting(nil),
            .noSetting("a"), .noFocus("a"), .stranded("a"), .noKey, .boundAbove("a"), .bindingExpected,
            .notRunnable("a"), .noAction("a", "b"), .accountFields, .serverMissing, .tokenFileMissing, .themeFields,
            .noPart(nil, "a"), .noLook("a", "b"),
        ]
        for fault in faults {
            let (english, chinese) = (fault.words(in: .english), fault.words(in: .simplifiedChinese))
            func isChinese(_ text: String) -> Bool {
                text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
            }
            #expect(!english.isEmpty && !isChinese(english) && isChinese(chinese), "\(english) | \(chinese)")
        }
        let (_, problems) = read("{\n  themee: 'dark', // 注释\n  mouse: 3 }")
        #expect(
            problems.map { $0.line(file: "c", in: .simplifiedChinese) } == [
                "c:2:3: themee: 没有这个设置；是否想写“theme”？", "c:3:10: mouse: 此项可取：true 或 false",
            ])
    }
}
