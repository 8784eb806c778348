import EventLoop
import TestSupport
import Testing

@Suite struct FolderWatchTests {
    @Test func writesToMatchingFilesAreTold() throws {
        let folder = TemporaryFolder()
        let loop = EventLoop()
        var told = 0
        let watch = try FolderWatch(folder: folder.path, prefix: "wanted", on: loop) { told += 1 }
        try Files.writeAtomically(folder.file("other"), [1])
        loop.run(atMost: 50) { told > 0 }
        #expect(told == 0)
        try Files.append(folder.file("wanted-wal"), [1], limit: 100)
        #expect(loop.run(atMost: 2_000) { told > 0 })
        watch.cancel()
        let before = told
        try Files.append(folder.file("wanted-wal"), [2], limit: 100)
        loop.run(atMost: 50) { told > before }
        #expect(told == before)
    }

    @Test func aMissingFolderCannotBeWatched() {
        let folder = TemporaryFolder()
        #expect(throws: SystemError.self) {
            try FolderWatch(folder: folder.file("none"), prefix: "", on: EventLoop()) {}
        }
    }
}
