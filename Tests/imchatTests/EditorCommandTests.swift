import Testing

@testable import imchat

@Suite struct EditorCommandTests {
    @Test func aCopyTakesTheUsersWayElseTmuxElseTheTerminalElseTheDesktop() {
        func route(_ setting: String, _ takesCopies: Bool, _ set: String...) -> CopyRoute? {
            CopyRoute(setting, terminalTakesCopies: takesCopies) { set.contains($0) ? "x" : nil }
        }
        #expect(route("xsel -b 'a b'", true, "TMUX") == .program(["xsel", "-b", "a b"]))
        #expect(route(" ", true, "TMUX", "DISPLAY") == .tmux)
        #expect(route("", false, "TMUX") == .tmux)
        #expect(route("", true, "DISPLAY", "WAYLAND_DISPLAY") == .terminal)
        #expect(route("", false, "DISPLAY", "WAYLAND_DISPLAY") == .program(["wl-copy"]))
        #expect(route("", false, "DISPLAY")?.words.first == "xclip")
        #expect(route("", false) == nil)
        #expect(CopyRoute("", terminalTakesCopies: true) { $0 == "TMUX" ? "" : nil } == .terminal)
    }

    @Test(arguments: [
        ("vim", ["vim"]), ("code --wait", ["code", "--wait"]), ("  emacs\t-nw ", ["emacs", "-nw"]),
        ("'/opt/my editor/ed' -x", ["/opt/my editor/ed", "-x"]), ("\"a b\"c\\ d", ["a bc d"]), ("ed ''", ["ed", ""]),
        ("vi; rm -rf $HOME", ["vi;", "rm", "-rf", "$HOME"]), ("   ", []), ("'open", ["open"]),
    ]) func wordsAreParted(_ text: String, _ words: [String]) {
        #expect(EditorCommand.split(text) == words)
    }

    @Test func visualComesFirst() {
        #expect(EditorCommand.words { ["VISUAL": "a", "EDITOR": "b"][$0] } == ["a"])
        #expect(EditorCommand.words { ["VISUAL": " ", "EDITOR": "b -c"][$0] } == ["b", "-c"])
        #expect(EditorCommand.words { _ in nil } == ["editor"])
    }
}
