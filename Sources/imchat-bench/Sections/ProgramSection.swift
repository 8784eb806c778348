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
        let small = bench.workplace.file("hundred.sqlite")
        _ = try StoreFiles.fill(small, count: 100, last: LargeStore.lastText)
        let runs = bench.count(short: 4, full: 10)
        let empty = try start(stripped, store: nil, in: "empty", runs, bench)
        let few = try start(stripped, store: small, in: "few", runs, bench)
        let many = try start(stripped, store: large.path, in: "many", runs, bench)
        report.add("start to first paint", empty.paint, "ms")
        report.add("start to first paint, long history", many.paint, "ms")
        report.add("start to the last page, long history", many.page, "ms")
        report.add("start and end: CPU", empty.cpu, "ms")
        report.add("start and end, long history: CPU", many.cpu, "ms")
        report.add("… against 100 messages", many.cpu / few.cpu, "×")
    }

    /// What a start takes: milliseconds until something is painted, until the last page is there, and of CPU to the end.
    private struct Start {
        var paint = Double.infinity
        var page = Double.infinity
        var cpu = Double.infinity
    }

    /// The shortest of several starts.
    private static func start(
        _ program: String, store: String?, in folder: String, _ runs: Int, _ bench: Bench
    ) throws -> Start {
        let data = bench.workplace.file(folder)
        if let store {
            // The first run makes the account's folder; then the history takes the place of its store.
            _ = try start(program, showsPage: false, data, bench)
            try place(store, under: data)
        }
        var best = Start()
        for _ in 0..<runs {
            let one = try start(program, showsPage: store != nil, data, bench)
            best = Start(paint: min(best.paint, one.paint), page: min(best.page, one.page), cpu: min(best.cpu, one.cpu))
        }
        return best
    }

    private static func start(_ program: String, showsPage: Bool, _ data: String, _ bench: Bench) throws -> Start {
        let server = "unix:\(bench.workplace.file("nobody"))"
        let token = bench.workplace.file("token")
        try Files.writeAtomically(token, Array("1 secret".utf8))
        var start = Start()
        let before = Meter.childrenCPU
        let begin = Meter.wall
        let terminal = try PseudoTerminal(
            executable: program,
            arguments: ["--server", server, "--token-file", token, "--uid", "1", "--data", data],
            environment: ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "HOME=\(data)", "PATH=/usr/bin:/bin"],
            columns: 120, rows: 40)
        func wait(for text: String) throws -> Double {
            guard terminal.wait(for: text, atMost: 20_000) else {
                throw BenchError(
                    "not painted: \(text); \(String(decoding: terminal.output.suffix(300), as: UTF8.self))")
            }
            return (Meter.wall - begin) / 1_000
        }
        // The status line, which is there before the account is.
        start.paint = try wait(for: "offline")
        if showsPage { start.page = try wait(for: LargeStore.lastText) } else { _ = try wait(for: "next try") }
        _ = RunningProcess.terminate(terminal.processID)
        guard terminal.waitForEnd(atMost: 20_000) == 0 else { throw BenchError("the program did not end well") }
        start.cpu = (Meter.childrenCPU - before) / 1_000
        return start
    }

    private static func place(_ store: String, under data: String) throws {
        try Workplace.run(
            "sh", ["-c", "for f in \"$1\"/accounts/*; do cp \"$0\" \"$f/messages-1.sqlite\"; done", store, data])
    }
}
