import EventLoop
import TestSupport
import Testing

@testable import imchat

@Suite struct ServerStarterTests {
    private static func record(isEmbedded: Bool, listen: String? = nil) -> ServerRecord {
        ServerRecord(
            version: "1", processID: 1, startedAt: 0, listen: listen, http: nil, isEmbedded: isEmbedded)
    }

    @Test(arguments: [false, true]) func nothingIsPutInThePlaceOfAServerStartedByHand(_ isAsked: Bool) {
        let left = Self.record(isEmbedded: false, listen: "0.0.0.0:23000")
        #expect(
            ServerStarter.obstacle(left: left, isStopped: false, evenIfStopped: isAsked)
                == .gone(listen: "0.0.0.0:23000"))
        let plain = Self.record(isEmbedded: false)
        #expect(
            ServerStarter.obstacle(left: plain, isStopped: false, evenIfStopped: isAsked) == .gone(listen: nil))
    }

    @Test(arguments: [false, true]) func oursIsStartedAgain(_ isAsked: Bool) {
        for left in [nil, Self.record(isEmbedded: true)] {
            #expect(ServerStarter.obstacle(left: left, isStopped: false, evenIfStopped: isAsked) == nil)
            #expect(
                ServerStarter.obstacle(left: left, isStopped: true, evenIfStopped: isAsked)
                    == (isAsked ? nil : .stopped))
        }
    }

    @Test func theFolderOfAServerThatCrashed() throws {
        let folder = TemporaryFolder()
        let locations = try DataLocations.prepare(chosen: folder.path)
        try JSONFile.write(Self.record(isEmbedded: false, listen: "127.0.0.1:9"), to: locations.serverRecord)
        let starter = ServerStarter(locations: locations, loop: EventLoop())
        for isAsked in [false, true] {
            #expect(throws: ServerStarter.Trouble.gone(listen: "127.0.0.1:9")) {
                try starter.start(evenIfStopped: isAsked)
            }
        }
        var stop = ServerOptions()
        stop.action = .stop
        stop.data = folder.path
        #expect(try ServerCommand.run(stop) == 0)
        #expect(!Paths.exists(locations.serverRecord) && Paths.exists(locations.stoppedMark))
        #expect(throws: ServerStarter.Trouble.stopped) { try starter.start(evenIfStopped: false) }
    }

    @Test func theWordsSayWhatToDo() {
        #expect(
            ChatApplication.words(.gone(listen: "0.0.0.0:23000")).contains("imchat server --listen 0.0.0.0:23000"))
        #expect(ChatApplication.words(.gone(listen: nil)).contains("imchat server stop"))
    }
}
