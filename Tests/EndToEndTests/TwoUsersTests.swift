import Foundation
import Testing

extension EndToEnd {
    /// Two users of one server in two terminals.
    @Suite struct TwoUsersTests {
        @Test func aliceAndBobTalkBothWays() throws {
            let sandbox = try Sandbox()
            let alice = try TmuxTerminal(sandbox: sandbox)
            let bob = try TmuxTerminal(sandbox: sandbox)
            try alice.chat()
            try bob.chat(as: "bob")

            // By name, though neither has heard of the other yet.
            try alice.go("bob")
            try alice.say("hello bob, are you there?")
            try alice.waitLine("hello bob, are you there?", "✓")

            // Bob looks at something else: an unread count, under her name.
            try bob.waitLine("alice", " 1 │")
            try bob.waitLine("unread elsewhere")
            try bob.go("alice")
            try bob.waitLine("hello bob, are you there?")
            try bob.wait("no unread count") { screen in
                !screen.split(separator: "\n").contains { $0.contains("alice") && $0.contains(" 1 │") }
            }

            // While she writes he sees it; and it ends.
            try alice.type("I have news")
            try bob.wait(for: "alice is typing")
            try alice.press("Enter")
            try bob.waitLine("I have news")
            try bob.waitGone("alice is typing")

            try bob.say("hi alice, 我在 🎉")
            try alice.wait(for: "hi alice, 我在 🎉")
            try bob.waitLine("hi alice, 我在 🎉", "✓")

            // Many at once: all, once, in order.
            for number in 1...12 { try alice.say("line-\(number)-end") }
            try bob.wait(for: "line-12-end")
            let heard = try bob.settled().replacingSidebar()
            let order = (1...12).map { heard.range(of: "line-\($0)-end")?.lowerBound }
            #expect(order.allSatisfy { $0 != nil })
            #expect(order.compactMap { $0 } == order.compactMap { $0 }.sorted())
            for number in 2...11 { #expect(TmuxTerminal.count("line-\(number)-end", in: heard) == 1) }
            try alice.quit()
            try bob.quit()
        }

        /// The session that was open at the end is open again at the next start: what came meanwhile is told to be new.
        @Test func whatCameWhileOneWasAwayIsToldToBeNew() throws {
            let sandbox = try Sandbox()
            let alice = try TmuxTerminal(sandbox: sandbox)
            let bob = try TmuxTerminal(sandbox: sandbox)
            try alice.chat()
            try bob.chat(as: "bob")
            try alice.go("bob")
            try bob.go("alice")
            try bob.say("before-end")
            try alice.waitLine("before-end")
            for isKilled in [false, true] {
                try alice.wait("the read mark and the open session on the disk") { _ in
                    let read = "FROM sessions WHERE preview LIKE '%-end' AND unread = 0 AND read_id = last_id"
                    guard let target = try sandbox.stored("SELECT target \(read)") else { return false }
                    let last = try? String(
                        contentsOfFile: sandbox.data + "/accounts/alice/last-session.json", encoding: .utf8)
                    return last?.contains("peer:\(target)\"") ?? false
                }
                if isKilled {
                    try alice.signal(SIGKILL)
                    try alice.reset()
                } else {
                    try alice.quit()
                }
                let round = isKilled ? "killed" : "quit"
                for number in 1...24 { try bob.say("\(round)-\(number)-end") }
                try bob.waitLine("\(round)-24-end", "✓")
                try alice.chat()
                try alice.wait(for: "\(round)-24-end")
                #expect(!(try alice.settled().contains("\(round)-1-end")))
                try alice.press("F5")
                let screen = try alice.wait(for: "\(round)-1-end")
                #expect(screen.contains("new since you last read"))
            }
            // What comes while she looks on is not.
            try alice.press("C-End")
            try bob.say("live-end")
            try alice.waitLine("live-end")
            try alice.quit()
            try bob.quit()
        }
    }
}
