import EventLoop
import Glibc
import TestSupport
import Testing

@testable import imchat

/// Downloads with a program of the test's in the place of curl.
@Suite struct DownloadTests {
    private final class Place {
        let folder = TemporaryFolder()
        let loop = EventLoop()
        var target: String { folder.file("in") }

        /// A program that reads its options, has the file's path in `$out`, and does what the script says.
        func program(_ script: String) throws -> String {
            let path = folder.file("fetch")
            let text = """
                #!/bin/sh
                options=$(cat)
                out=$(printf '%s' "$options" | sed -n 's/^output = "\\(.*\\)"$/\\1/p')
                \(script)

                """
            try Files.writeAtomically(path, Array(text.utf8), mode: 0o700)
            return path
        }

        func fetch(
            _ script: String, named name: String = "a.txt", url: String = "https://h/x", limit: Int64 = 1_000
        ) throws -> Result<String, Download.Failure> {
            let program = try program(script)
            var result: Result<String, Download.Failure>?
            var download: Download?
            do throws(Download.Failure) {
                download = try Download(url, named: name, into: target, loop: loop, program: program, limit: limit) {
                    result = $0
                }
            } catch {
                return .failure(error)
            }
            loop.run(atMost: 8_000) { result != nil }
            withExtendedLifetime(download) {}
            return try #require(result)
        }

        /// The names in the target folder.
        var names: [String] { folder.names.contains("in") ? TemporaryNames.of(target) : [] }
    }

    @Test func aFileComesUnderItsName() throws {
        let place = Place()
        #expect(try place.fetch(#"printf hello > "$out""#) == .success(place.target + "/a.txt"))
        #expect(try Files.read(place.target + "/a.txt", limit: 10) == Array("hello".utf8))
        #expect(place.names == ["a.txt"])
    }

    @Test func nothingIsWrittenOver() throws {
        let place = Place()
        try Paths.makeFolder(place.target)
        try Files.writeAtomically(place.target + "/a.txt", [1])
        let victim = place.folder.file("victim")
        try Files.writeAtomically(victim, [2])
        // A link that lies in wait, and one that leads nowhere.
        #expect(symlink(victim, place.target + "/a (2).txt") == 0)
        #expect(symlink(place.folder.file("nowhere"), place.target + "/a (3).txt") == 0)
        #expect(try place.fetch(#"printf new > "$out""#) == .success(place.target + "/a (4).txt"))
        #expect(try Files.read(place.target + "/a.txt", limit: 10) == [1])
        #expect(try Files.read(victim, limit: 10) == [2])
        #expect(!Paths.exists(place.folder.file("nowhere")))
    }

    @Test func namesFromOutsideStayInTheFolder() throws {
        let place = Place()
        #expect(
            try place.fetch(#"printf x > "$out""#, named: "../../../.profile") == .success(place.target + "/profile"))
        #expect(place.names == ["profile"])
    }

    @Test func theAddressIsInNoArgument() throws {
        let place = Place()
        let script = #"printf '%s' "$*" > "$out"; printf '%s' "$options" | grep -q '^url = "https://h/x"$' || exit 3"#
        let path = try place.fetch(script).get()
        let arguments = String(decoding: try Files.read(path, limit: 1_000), as: UTF8.self)
        #expect(arguments == "--disable --config -")
    }

    @Test func tooMuchIsStopped() throws {
        let place = Place()
        #expect(
            try place.fetch(#"while :; do printf 0123456789012345678901234567890123456789 >> "$out"; done"#)
                == .failure(.tooLarge(1_000)))
        #expect(try place.fetch(#"head -c 2000 /dev/zero > "$out""#) == .failure(.tooLarge(1_000)))
        #expect(try place.fetch("exit 63") == .failure(.tooLarge(1_000)))
        #expect(place.names == [])
    }

    @Test func failuresAreToldAndLeaveNothing() throws {
        let place = Place()
        #expect(
            try place.fetch(#"printf part > "$out"; echo 'curl: (22) 404' >&2; exit 22"#)
                == .failure(.program(22, "curl: (22) 404")))
        #expect(try place.fetch("exit 0") == .failure(.program(0, "nothing came")))
        #expect(try place.fetch(#"ln -s /etc/passwd "$out""#) == .failure(.program(0, "nothing came")))
        #expect(place.names == [])
        for url in ["file:///etc/passwd", "ftp://h/x", "javascript:1", "https://h/\" output = \"/tmp/x", "/local", ""] {
            #expect(try place.fetch("exit 0", url: url) == .failure(.noWebAddress(url)))
        }
        var failure: Download.Failure?
        do throws(Download.Failure) {
            _ = try Download("https://h/x", named: "", into: place.target, loop: place.loop, program: "/no/such/curl") {
                _ in
            }
        } catch {
            failure = error
        }
        #expect(failure == .noProgram)
    }

    @Test func oneThatIsGivenUpLeavesNothing() throws {
        let place = Place()
        let program = try place.program(#"printf part > "$out"; sleep 30"#)
        var download: Download? = try Download(
            "https://h/x", named: "a", into: place.target, loop: place.loop, program: program
        ) { _ in }
        place.loop.run(atMost: 3_000) { !place.names.isEmpty }
        #expect(place.names.count == 1)
        download = nil
        #expect(download == nil && place.names == [])
    }
}

/// The names in a folder.
private enum TemporaryNames {
    static func of(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var all: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { all.append(name) }
        }
        return all.sorted()
    }
}
