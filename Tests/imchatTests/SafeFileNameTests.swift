import Testing

@testable import imchat

@Suite struct SafeFileNameTests {
    @Test(arguments: [
        ("report.pdf", "", "report.pdf"), ("报告 2026.pdf", "", "报告 2026.pdf"), ("../../etc/passwd", "", "passwd"),
        ("C:\\temp\\a.exe", "", "a.exe"), (".bashrc", "", "bashrc"), ("-rf", "", "rf"), (" .-x ", "", "x"),
        ("a\u{202E}fdp.exe", "", "afdp.exe"), ("a\nb\u{7}c", "", "a b\u{2407}c"),
        ("..", "https://h/x/y.png?z=1#q", "y.png"),
        ("", "https://h/x/", "x"), ("", "https://h", "file"), ("/", "https://h/..", "file"),
        ("", "https://h/a%2Fb", "a%2Fb"),
    ]) func names(_ given: String, _ url: String, _ name: String) {
        let made = SafeFileName.make(named: given, url: url)
        if given.contains("\u{7}") {
            #expect(!made.unicodeScalars.contains { $0.value < 0x20 }, "\(made)")
        } else {
            #expect(made == name)
        }
    }

    @Test func longOnesAreCutAndKeepTheirEnding() {
        let long = SafeFileName.make(named: String(repeating: "长", count: 300) + ".tar.gz", url: "")
        #expect(long.utf8.count <= SafeFileName.limit && long.hasSuffix(".gz") && long.hasPrefix("长"))
        let ending = SafeFileName.make(named: "a." + String(repeating: "b", count: 300), url: "")
        #expect(ending.utf8.count <= SafeFileName.limit && ending.hasPrefix("a.b"))
        #expect(SafeFileName.numbered("a.tar.gz", 2) == "a.tar (2).gz")
        #expect(SafeFileName.numbered("a", 3) == "a (3)" && SafeFileName.numbered("a", 1) == "a")
        #expect(SafeFileName.numbered(long, 999).utf8.count <= 255)
    }

    @Test func theFolderIsTheUsers() {
        func find(_ text: String) -> String? { DownloadFolder.folder(in: text, home: "/h") }
        #expect(find("# x\nXDG_DESKTOP_DIR=\"$HOME/D\"\nXDG_DOWNLOAD_DIR=\"$HOME/下载\"\n") == "/h/下载")
        #expect(find("XDG_DOWNLOAD_DIR=\"/data/in\"") == "/data/in")
        #expect(find("XDG_DOWNLOAD_DIR=\"relative\"") == nil && find("") == nil)
        #expect(DownloadFolder.find(home: "/h") { _ in nil } == "/h/Downloads")
        #expect(DownloadFolder.find(home: "/h") { $0 == "XDG_DOWNLOAD_DIR" ? "/d" : nil } == "/d")
        #expect(DownloadFolder.find(home: nil) { _ in nil } == nil)
    }
}
