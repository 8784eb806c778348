import Testing

@testable import ChatUI

@Suite struct SlashCommandTests {
    @Test(arguments: [
        ("/quit", SlashCommand.quit), ("/q", .quit), ("/QUIT", .quit), ("／quit", .quit), ("/go 3", .go("3")),
        ("/go peer:alice", .go("peer:alice")), ("/go design crew", .go("design crew")), ("/join 9", .join(room: "9")),
        ("/leave", .leave), ("/msg peer:2 hello  there", .message(address: "peer:2", text: "hello  there")),
        ("/msg bob", .message(address: "bob", text: nil)), ("/query bob", .message(address: "bob", text: nil)),
        ("/alias 12 Bob B", .alias(id: "12", name: "Bob B")), ("/mute", .mute(nil)), ("/mute on", .mute(true)),
        ("/pin off", .pin(false)), ("/set theme plain", .set(key: "theme", value: "plain")),
        ("/search two words", .search("two words")), ("/support", .support(store: nil)),
        ("/support 7", .support(store: "7")),
        ("/group create crew 2 3", .group(.create(name: "crew", members: ["2", "3"]))),
        ("/group create \"book club\" bob", .group(.create(name: "book club", members: ["bob"]))),
        ("/group create “读书 会” \"a b\" c", .group(.create(name: "读书 会", members: ["a b", "c"]))),
        ("/group create d\"x y", .group(.create(name: "d\"x", members: ["y"]))),
        ("/group notice say \"hi\"", .group(.notice("say \"hi\""))), ("/group disband", .group(.disband)),
        ("/group add bob", .group(.add(["bob"]))), ("/group rename New Name", .group(.rename("New Name"))),
        ("/group leave", .group(.leave)), ("/connect", .connect), ("/theme plain", .theme("plain")),
        ("/mouse", .mouse(nil)), ("/help", .help(nil)), ("/keys", .keys), ("/read", .read), ("/redraw", .redraw),
        ("/saved", .saved), ("/save", .act(.saveMessage)), ("/group mute bob 7", .group(.mute(["bob", "7"], true))),
        ("/group unmute bob", .group(.mute(["bob"], false))), ("/group join 12", .group(.join("12"))),
        ("/quit ", .quit), ("/group open", .group(.open(true))), ("/group close", .group(.open(false))),
        ("/group nick Ann  of  IT", .group(.nick("Ann of IT"))), ("/group nick \"\"", .group(.nick(""))),
        ("/group notice “”", .group(.notice(""))), ("/group notice", .group(.notice(nil))),
        ("/group upgrade", .group(.upgrade)),
        ("/group join book club", .group(.join("book club"))),
    ])
    func commandsAreRead(_ text: String, _ command: SlashCommand) {
        #expect(SlashCommandParser.read(text) == .command(command))
    }

    @Test(arguments: [
        ("hello", "hello"), ("//etc/passwd", "/etc/passwd"), ("a/b", "a/b"), ("/ not a command", "/ not a command"),
        ("/", "/"), ("", ""),
    ])
    func messagesStayMessages(_ text: String, _ expected: String) {
        #expect(SlashCommandParser.read(text) == .message(expected))
    }

    @Test(
        arguments: [
            ("/qiut", "qiut", CommandName.quit), ("/hlep me", "hlep", .help), (" /quit", "quit", .quit),
            ("\n/quit", "quit", .quit),
            ("/quit\nnow", "quit", .quit), ("/etc/passwd", "etc/passwd", nil), ("/x", "x", nil), ("/мир", "мир", nil),
        ] as [(String, String, CommandName?)])
    func whatLooksLikeACommandIsAskedAbout(_ text: String, _ name: String, _ suggestion: CommandName?) {
        #expect(SlashCommandParser.read(text) == .unknown(name, suggestion: suggestion))
    }

    @Test(arguments: [
        ("/go", CommandName.go), ("/join", .join), ("/join a b", .join), ("/mute maybe", .mute), ("/quit now", .quit),
        ("/alias 3", .alias), ("/group", .group), ("/group dance", .group), ("/group create", .group),
        ("/group create \"book club bob", .group), ("/group create \"\" bob", .group),
        ("/group create \"a\"b c", .group),
        ("/group mute", .group), ("/group join", .group), ("/group open now", .group), ("/group close x", .group),
        ("/group nick", .group), ("/group upgrade x", .group), ("/save x", .save),
        ("/do", .do), ("/do fly", .do), ("/search", .search), ("/saved x", .saved), ("/msg", .msg),
    ])
    func wrongArgumentsNameTheUsage(_ text: String, _ command: CommandName) {
        #expect(SlashCommandParser.read(text) == .wrongUsage(command))
    }

    @Test func everyCommandHasAUsageThatBeginsWithItsName() {
        for command in CommandName.allCases { #expect(command.usage.hasPrefix("/\(command.rawValue)")) }
    }
}
