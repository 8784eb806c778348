import EventLoop

/// The program as it is shipped, on a terminal of its own.
enum ProgramSection: Section {
    static let name = "program"
    static let title = "The program: its size, its start"

    static func measure(_ bench: Bench) throws {
        let program = bench.options.program ?? Paths.join(Paths.folder(of: CommandLine.arguments[0]), "imchat")
        let report = bench.report
        let stripped = bench.workplace.file("stripped")
        try Workplace.run("strip", ["-o", stripped, program])
        report.add("program, stripped", Double(try Workplace.size(stripped)) / 1_048_576, "MB")

        let large = try bench.largeStore.get()
        let runs = bench.count(short: 3, full: 7)
        let empty = try start(stripped, store: nil, in: "empty", marker: "offline", runs, bench)
        report.add("start to first paint", empty.paint, "ms")
        report.add("start, first paint and end: CPU", empty.cpu, "ms")
        let full = try start(stripped, store: large.path, in: "full", marker: LargeStore.lastText, runs, bench)
        report.add("start to the last page of a long history", full.paint, "ms")
        report.add("start with a long history against an empty store: CPU", full.cpu / empty.cpu, "×")
    }

    /// The shortest of several starts: milliseconds until the marker is painted, milliseconds of CPU to the end.
    private static func start(
        _ program: String, store: String?, in folder: String, marker: String, _ runs: Int, _ bench: Bench
    ) throws -> (paint: Double, cpu: Double) {
        let data = bench.workplace.file(folder)
        let server = "unix:\(bench.workplace.file("nobody"))"
        let token = bench.workplace.file("token")
        try Files.writeAtomically(token, Array("1 secret".utf8))
        var best = (paint: Double.infinity, cpu: Double.infinity)
        var isPlaced = store == nil
        for _ in 0..<(isPlaced ? runs : runs + 1) {
            let before = Meter.childrenCPU
            let begin = Meter.wall
            let terminal = try PseudoTerminal(
                executable: program,
                arguments: ["--server", server, "--token-file", token, "--uid", "1", "--data", data],
                environment: ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "HOME=\(data)", "PATH=/usr/bin:/bin"],
                columns: 120, rows: 40)
            guard terminal.wait(for: isPlaced ? marker : "\u{1b}[", atMost: 20_000) else {
                throw BenchError(
                    "the program did not paint: \(String(decoding: terminal.output.suffix(300), as: UTF8.self))")
            }
            let paint = (Meter.wall - begin) / 1_000
            if !isPlaced { _ = terminal.wait(for: "retry", atMost: 1_000) }
            _ = RunningProcess.terminate(terminal.processID)
            guard terminal.waitForEnd(atMost: 20_000) == 0 else { throw BenchError("the program did not end well") }
            let cpu = (Meter.childrenCPU - before) / 1_000
            if isPlaced {
                best = (min(best.paint, paint), min(best.cpu, cpu))
            } else if let store {
                // The first run has made the account's folder; the long history takes the place of its store.
                try place(store, under: data)
                isPlaced = true
            }
        }
        return best
    }

    private static func place(_ store: String, under data: String) throws {
        try Workplace.run(
            "sh", ["-c", "for f in \"$1\"/accounts/*; do cp \"$0\" \"$f/messages-1.sqlite\"; done", store, data])
    }
}
