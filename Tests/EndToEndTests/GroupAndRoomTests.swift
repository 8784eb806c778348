import Testing

extension EndToEnd {
    /// Conversations of many.
    @Suite struct GroupAndRoomTests {
        @Test func aGroupAnswersAndARoomIsHeard() throws {
            let sandbox = try Sandbox()
            let alice = try TmuxTerminal(sandbox: sandbox)
            let bob = try TmuxTerminal(sandbox: sandbox)
            try alice.chat()
            try bob.chat(as: "bob")
            try alice.go("design crew")
            try bob.go("design crew")
            try alice.wait(for: "invited bob")
            try alice.say("what do you think?")
            try alice.waitLine("what do you think?", "✓")
            // One of the crew answers, and both see question and answer.
            try alice.wait(for: "Sounds good to me")
            try bob.waitLine("what do you think?")
            try bob.wait(for: "Sounds good to me")
            try bob.say("me too, 我也是")
            try alice.waitLine("me too, 我也是")

            // A room is entered by looking at it.
            try alice.go("lobby")
            try bob.go("lobby")
            try alice.say("anybody in the lobby?")
            try bob.waitLine("anybody in the lobby?")
            try bob.say("yes, bob is")
            try alice.waitLine("yes, bob is")

            // The server goes and comes back: the room is entered again without a key being pressed.
            try sandbox.imchat("server", "stop")
            try alice.wait(for: "offline")
            try bob.wait(for: "offline")
            try alice.say("/connect")
            try alice.wait(for: "online as alice")
            try bob.wait(for: "online as bob")
            try alice.say("still here?")
            try bob.waitLine("still here?")
            try bob.say("still here!")
            try alice.waitLine("still here!")
            try alice.quit()
            try bob.quit()
        }

        /// What a group's master says to it, and what its members see of it.
        @Test func aGroupIsOpenedJoinedAndClosed() throws {
            let sandbox = try Sandbox()
            let alice = try TmuxTerminal(sandbox: sandbox)
            let bob = try TmuxTerminal(sandbox: sandbox)
            try alice.chat()
            try bob.chat(as: "bob")
            try alice.say("/group create \"book club\"")
            try alice.wait(for: "you created book club")
            try bob.say("/group join book club")
            try bob.wait(for: "no group that you may join is called “book club”")
            try alice.say("/group open")
            try alice.wait(for: "Done")
            try bob.say("/group join book club")
            try alice.wait(for: "bob joined")
            try bob.go("book club")
            try bob.say("/group notice")
            try bob.wait(for: "This group has no notice")
            try alice.say("/group notice chapter three by Monday")
            try bob.wait(for: "the group's notice by alice: chapter three by Monday")
            try alice.say("/group notice")
            try alice.wait(for: "chapter three by Monday", count: 2)
            try bob.say("/group nick Bobby")
            try alice.wait(for: "bob goes by Bobby here")
            try bob.say("/group close")
            try bob.wait(for: "only the group's master")
            try bob.say("/mute on")
            try alice.say("/group remove bob")
            try bob.wait(for: "you were removed by alice")
            try alice.wait(for: "bob was removed by you")
            try alice.quit()
            try bob.quit()
        }
    }
}
