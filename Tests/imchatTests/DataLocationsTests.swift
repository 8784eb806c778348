import Testing

@testable import imchat

@Suite struct DataLocationsTests {
    private func find(
        chosen: String? = nil, home: String? = "/home/a", _ variables: [String: String] = [:]
    ) throws -> DataLocations {
        try DataLocations.find(
            chosen: chosen, home: home, userID: 7, variable: { variables[$0] }, currentFolder: "/here")
    }

    @Test func theFoldersOfTheSpecification() throws {
        let plain = try find()
        #expect(plain.data == "/home/a/.local/share/imchat")
        #expect(plain.state == "/home/a/.local/state/imchat")
        #expect(plain.runtime == "/tmp/imchat-7")
        let set = try find(["XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/r"])
        #expect([set.data, set.state, set.runtime] == ["/d/imchat", "/s/imchat", "/r/imchat"])
        #expect(try find(["XDG_DATA_HOME": "relative"]).data == plain.data, "paths that are not absolute do not count")
    }

    @Test func aChosenFolderHoldsAll() throws {
        let chosen = try find(chosen: "mine")
        #expect(chosen.data == "/here/mine" && chosen.state == "/here/mine")
        #expect(chosen.arguments == ["--data", "/here/mine"])
        #expect(try find(chosen: "/abs").data == "/abs")
    }

    @Test func anotherProcessFindsTheSameFolders() throws {
        #expect(try find().arguments.isEmpty)
        let chosen = try find(chosen: "mine")
        #expect(try find(chosen: chosen.arguments.last) == chosen)
    }

    @Test func withoutAHomeItSaysWhatToDo() throws {
        #expect(throws: ProgramError.self) { try find(home: nil) }
        #expect(try find(chosen: "/abs", home: nil).data == "/abs")
    }

    @Test func socketsOfTwoFoldersDiffer() throws {
        let (a, b) = (try find(chosen: "/a"), try find(chosen: "/b"))
        #expect(a.chatSocket != b.chatSocket && a.chatSocket != a.directorySocket)
        #expect(a.chatSocket.utf8.count < 60, "a socket's path holds 107 bytes")
    }
}
