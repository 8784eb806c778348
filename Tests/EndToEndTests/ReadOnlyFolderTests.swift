import Foundation
import Glibc
import Testing

extension EndToEnd {
    /// A data folder that nobody can write to.
    @Suite struct ReadOnlyFolderTests {
        /// Makes the sandbox's data read-only; for root only a mount does it. Answers what undoes it.
        private static func close(_ sandbox: Sandbox) throws -> () -> Void {
            let data = sandbox.data
            guard geteuid() == 0 else {
                let account = data + "/accounts/alice"
                chmod(account, 0o500)
                return { chmod(account, 0o700) }
            }
            try #require(mount(data, data, nil, UInt(MS_BIND), nil) == 0)
            try #require(mount(data, data, nil, UInt(MS_BIND | MS_REMOUNT | MS_RDONLY), nil) == 0)
            return { umount2(data, Int32(MNT_DETACH)) }
        }

        @Test(.enabled(if: geteuid() != 0 || Mounting.isAllowed)) func itIsReadAlongAndTheWayIsShown() throws {
            let sandbox = try Sandbox()
            #expect(try sandbox.imchat("send", "echo", "still there").status == 0)
            _ = try sandbox.imchat("server", "stop")
            let open = try Self.close(sandbox)
            defer { open() }

            let found = try sandbox.imchat("search", "still")
            #expect(found.status == 0 && found.output.contains("still there"), "\(found.errors)")
            #expect(try sandbox.imchat("export", "echo").output.contains("still there"))
            #expect(try sandbox.imchat("store", "check").status == 0)
            #expect(try sandbox.imchat("store", "compact").status == 1)

            // Without a terminal: why not, and what shows it all the same.
            let refused = try sandbox.imchat()
            #expect(refused.status == 1)
            #expect(refused.errors.contains("accounts/alice") && refused.errors.contains("--read-only"))
            let takeOver = try sandbox.imchat("--take-over")
            #expect(takeOver.status == 1 && takeOver.errors.contains("accounts/alice"))

            let terminal = try TmuxTerminal(sandbox: sandbox)
            try terminal.command("clear; imchat; echo exit=$?")
            try terminal.wait(for: "The messages of alice cannot be written")
            // There is nobody to take it from.
            try terminal.press("t")
            #expect(!(try terminal.settled().contains("take over")))
            try terminal.press("r")
            try terminal.wait(for: "still there", count: 2)
            // What would be kept nowhere is not taken; commands are.
            try terminal.type("not from here")
            try terminal.wait(for: "only reads along")
            #expect(!(try terminal.settled().contains("not from here")))
            try terminal.say("/search still")
            try terminal.wait(for: "still there", count: 3)
            try terminal.escape()
            try terminal.quit()
        }
    }
}
