import Foundation
import Glibc
import Testing

extension EndToEnd {
    /// A data folder on a disk of its own that is full.
    @Suite struct FullDiskTests {
        @Test(.enabled(if: Mounting.isAllowed)) func itIsReadAndNamedAndGoesOnByItself() throws {
            let sandbox = try Sandbox()
            let data = sandbox.data
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            try #require(mount("tmpfs", data, "tmpfs", 0, "size=3m,mode=0700") == 0)
            defer {
                _ = try? sandbox.imchat("server", "stop")
                umount2(data, Int32(MNT_DETACH))
            }
            #expect(try sandbox.imchat("send", "echo", "still there").status == 0)
            _ = try sandbox.imchat("server", "stop")
            // Not even the log of the messages can be begun.
            let folder = data + "/accounts/alice"
            for name in try FileManager.default.contentsOfDirectory(atPath: folder)
            where name.hasSuffix("-wal") || name.hasSuffix("-shm") {
                unlink(folder + "/" + name)
            }
            let filler = open(data + "/filler", O_WRONLY | O_CREAT, 0o600)
            for size in [65_536, 4_096, 1] {
                while write(filler, [UInt8](repeating: 1, count: size), size) > 0 {}
            }
            close(filler)

            #expect(try sandbox.imchat("search", "still").output.contains("still there"))
            #expect(try sandbox.imchat("export", "echo").output.contains("still there"))
            #expect(try sandbox.imchat("store", "check").status == 0)
            let refused = try sandbox.imchat("send", "echo", "more")
            #expect(refused.status == 1 && refused.errors.contains("the disk is full"), "\(refused.errors)")

            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.command("clear; imchat; echo exit=$?")
            try terminal.wait(for: "still there", count: 2)
            try terminal.wait(for: "the disk is full")
            try terminal.type("a thought")
            try terminal.wait(for: "> a thought")
            // Who gives up sees once more what is kept nowhere.
            try terminal.quit()
            try terminal.wait(for: "What you wrote to echo could not be kept:")
            try terminal.wait(for: "a thought")
            try terminal.command("clear; imchat; echo exit=$?")
            try terminal.wait(for: "still there", count: 2)
            try terminal.wait(for: "the disk is full")
            try terminal.type("a thought")
            try terminal.wait(for: "> a thought")
            unlink(data + "/filler")
            try terminal.wait(for: "online as alice")
            try terminal.wait(for: "> a thought")
            try terminal.press("Enter")
            try terminal.wait(for: "a thought", count: 3)
            try terminal.quit()
        }
    }
}
