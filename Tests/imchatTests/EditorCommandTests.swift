import Testing

@testable import imchat

@Suite struct EditorCommandTests {
    @Test func theCopyProgramIsTheUsersElseTheDesktops() {
        #expect(CopyProgram.words("xsel -b 'a b'") { _ in "x" } == ["xsel", "-b", "a b"])
        #expect(CopyProgram.words(" ") { $0 == "WAYLAND_DISPLAY" ? "w" : nil } == ["wl-copy"])
        #expect(CopyProgram.words("") { $0 == "DISPLAY" ? ":0" : nil }?.first == "xclip")
        #expect(CopyProgram.words("") { _ in nil } == nil)
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
