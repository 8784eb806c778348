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
    }
}
