import Glibc
import TestSupport
import Testing

@testable import EventLoop

struct FilesTests {
    private let folder = TemporaryFolder()

    @Test func foldersAreMadeForTheirOwnerOnly() throws {
        let deep = folder.file("a/b/c")
        try Paths.makeFolder(deep)
        try Paths.makeFolder(deep)
        for path in ["a", "a/b", "a/b/c"] { #expect(Paths.ownerAndMode(folder.file(path))?.mode == 0o700) }
        #expect(Paths.ownerAndMode(deep)?.userID == getuid())
    }

    @Test func aFileInTheWayOfAFolderIsTold() throws {
        let file = folder.file("file")
        try Files.writeAtomically(file, [1])
        #expect(throws: FileError.notAFolder(path: file)) { try Paths.makeFolder(file) }
        #expect(throws: FileError.notAFolder(path: file + "/x")) { try Paths.makeFolder(file + "/x") }
    }

    @Test(arguments: [
        ("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("a", "."), ("a/b/", "a"), ("a//b", "a"), ("//a", "/"), ("", "."),
    ])
    func folderOfAPath(path: String, folder: String) { #expect(Paths.folder(of: path) == folder) }

    @Test func joining() {
        #expect(Paths.join("/a", "b") == "/a/b")
        #expect(Paths.join("/a/", "b") == "/a/b")
        #expect(Paths.join("/a", "/b") == "/b")
        #expect(Paths.join("", "b") == "b")
    }

    @Test func aFileIsReplacedAsAWhole() throws {
        let path = folder.file("state")
        try Files.writeAtomically(path, [1, 2, 3])
        #expect(try Files.read(path, limit: 3) == [1, 2, 3])
        #expect(Paths.ownerAndMode(path)?.mode == 0o600)
        try Files.writeAtomically(path, [], mode: 0o644)
        #expect(try Files.read(path, limit: 3) == [])
        #expect(Paths.ownerAndMode(path)?.mode == 0o644)
        #expect(folder.names == ["state"])
    }

    @Test func ofALinkTheFileIsReplaced() throws {
        let (file, link, loose) = (folder.file("file"), folder.file("link"), folder.file("loose"))
        try Files.writeAtomically(file, [1])
        #expect(symlink("file", link) == 0)
        #expect(symlink("nowhere", loose) == 0)
        try Files.writeAtomically(link, [2])
        #expect(try Files.read(file, limit: 9) == [2])
        #expect(Paths.resolved(link).hasSuffix("/file"))
        #expect(Paths.resolved(file) == file)
        // A link that leads nowhere is replaced itself.
        try Files.writeAtomically(loose, [3])
        #expect(folder.names.sorted() == ["file", "link", "loose"])
        #expect(Paths.resolved(loose) == loose)
    }

    @Test func devicesAndPipesAreNoFiles() throws {
        let (pipe, link) = (folder.file("pipe"), folder.file("to-pipe"))
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(symlink("pipe", link) == 0)
        #expect(Paths.isSpecial("/dev/null") && Paths.isSpecial(pipe) && Paths.isSpecial(link))
        try Files.writeAtomically(folder.file("plain"), [])
        #expect(!Paths.isSpecial(folder.file("plain")) && !Paths.isSpecial(folder.path))
        #expect(!Paths.isSpecial(folder.file("none")))
    }

    @Test func aFailedWriteLeavesTheOldFileAndNoRest() throws {
        let path = folder.file("taken")
        try Paths.makeFolder(path + "/inside")
        #expect(throws: FileError.self) { try Files.writeAtomically(path, [1]) }
        #expect(folder.names == ["taken"])
        #expect(throws: FileError.self) { try Files.writeAtomically("/dev/full/x", [1]) }
    }

    @Test func readingIsBounded() throws {
        let path = folder.file("big")
        try Files.writeAtomically(path, [UInt8](repeating: 7, count: 200_000))
        #expect(try Files.read(path, limit: 200_000).count == 200_000)
        #expect(throws: FileError.tooLarge(path: path, limit: 199_999)) { try Files.read(path, limit: 199_999) }
        #expect(throws: FileError.notFound(path: "/proc/nonexistent")) { try Files.read("/proc/nonexistent", limit: 1) }
        #expect(throws: FileError.self) { try Files.read(folder.path, limit: 1) }
    }

    @Test func aLockHasOneHolder() throws {
        let path = folder.file("lock")
        let first = try FileLock(path: path)
        #expect(throws: FileError.locked(path: path)) { try FileLock(path: path) }
        first.release()
        let second = try FileLock(path: path)
        #expect(Paths.ownerAndMode(path)?.mode == 0o600)
        withExtendedLifetime(second) {}
    }

    @Test func aLockHoldsAgainstAnotherProcessAndEndsWithIt() throws {
        let path = folder.file("lock")
        let loop = EventLoop()
        func tryOutside() throws -> ProcessResult.Ending? {
            var ending: ProcessResult.Ending?
            let runner = try ProcessRunner(
                .init(
                    "python3",
                    [
                        "-c",
                        "import fcntl,sys\nf=open(sys.argv[1],'r+')\n"
                            + "try: fcntl.lockf(f, fcntl.LOCK_EX|fcntl.LOCK_NB)\nexcept OSError: sys.exit(3)", path,
                    ]), on: loop
            ) { ending = $0.ending }
            loop.run(atMost: 8000) { ending != nil }
            withExtendedLifetime(runner) {}
            return ending
        }
        let lock = try FileLock(path: path)
        #expect(try tryOutside() == .exited(3))
        lock.release()
        #expect(try tryOutside() == .exited(0))
    }

    @Test func allOfALongTextIsWrittenToABusyPipe() throws {
        let loop = EventLoop()
        let (near, far) = try loop.socketPair()
        let text = String(repeating: "你好 ", count: 200_000)
        var received: [UInt8] = []
        let done = Mailbox<[UInt8]>(on: loop) { received = $0 }
        #expect(
            HelperThread.start {
                if let bytes = try? StandardStreams.readAll(far, limit: 10_000_000) { done.post(bytes) }
            })
        try StandardStreams.write(near, text)
        close(near)
        #expect(loop.run(atMost: 5000) { !received.isEmpty })
        #expect(received == Array(text.utf8))
        close(far)
        #expect(throws: SystemError.self) { try StandardStreams.write(-1, "x") }
    }
}
