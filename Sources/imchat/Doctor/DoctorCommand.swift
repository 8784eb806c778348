import Cells
import ChatUI
import CursesBackend
import EventLoop
import Glibc

/// `imchat doctor`: looks at everything the client stands on, and changes nothing.
enum DoctorCommand {
    static func run(_ options: InspectionOptions) -> Int32 {
        var report = DoctorReport()
        report.add("imchat", Version.text)
        lookAtTerminal(&report)
        lookAtConfiguration(options, &report)
        DoctorStorage.look(options, &report)
        lookAtClock(&report)
        lookAtPrograms(&report)
        CommandOutput.say(report.text)
        return report.exitCode
    }

    private static func lookAtTerminal(_ report: inout DoctorReport) {
        let variable = ProcessEnvironment.variable
        report.add(
            "TERM", variable("TERM") ?? "not set", variable("TERM") == nil ? .wrong : .well,
            advice: variable("TERM") == nil ? "set TERM, for example to xterm-256color" : nil)
        let between = [("tmux", variable("TMUX")), ("ssh", variable("SSH_TTY"))].filter { $0.1 != nil }.map(\.0)
        if !between.isEmpty { report.add("in between", between.joined(separator: ", ")) }
        guard ProcessEnvironment.isTerminal(0), ProcessEnvironment.isTerminal(1) else {
            report.add(
                "terminal", "input or output is no terminal; not asked", .poor,
                advice: "run imchat doctor by itself in the terminal, without a pipe")
            return
        }
        do throws(CursesError) {
            let screen = try CursesScreen()
            let findings = TerminalInterview.run(screen)
            let size = screen.size
            let depth = screen.colorDepth
            screen.quit()
            report.add("locale", "UTF-8")
            report.add("size", "\(size.width)×\(size.height)", size.width < 40 || size.height < 10 ? .poor : .well)
            tell(depth, &report)
            tell(findings, &report)
        } catch {
            report.add("terminal", "\(error)", .wrong)
        }
    }

    private static func tell(_ depth: ColorDepth, _ report: inout DoctorReport) {
        let names: [ColorDepth: String] = [
            .none: "none", .eight: "8", .sixteen: "16", .palette: "256", .trueColor: "24 bits",
        ]
        let isUnwanted = ProcessEnvironment.variable("NO_COLOR") != nil
        report.add(
            "colours", (names[depth] ?? "?") + (isUnwanted ? " (NO_COLOR is set)" : ""),
            depth < .palette && !isUnwanted ? .poor : .well,
            advice: depth < .palette && !isUnwanted ? "a TERM of 256 colours shows more" : nil)
    }

    private static func tell(_ findings: TerminalFindings?, _ report: inout DoctorReport) {
        guard let findings else {
            return report.add("answers", "this terminal is not asked", .poor, advice: "widths can be set: /set width")
        }
        func yes(_ fact: Bool?) -> String { fact.map { $0 ? "yes" : "no" } ?? "no answer" }
        report.add(
            "emoji joined", yes(findings.joinsClusters), findings.joinsClusters == nil ? .poor : .well,
            advice: findings.joinsClusters == nil ? "if lines shift: /set width cluster, or scalar" : nil)
        report.add("U+FE0F widens", yes(findings.widensSelected))
        report.add("ambiguous wide", yes(findings.ambiguousIsWide))
        report.add("Unicode 15 shown", yes(findings.showsNewest))
        report.add("whole frames", yes(findings.synchronizesOutput))
        report.add("cluster mode", yes(findings.hasClusterMode))
        report.add("background", findings.background.map { $0.isLight ? "light" : "dark" } ?? "no answer")
    }

    private static func lookAtConfiguration(_ options: InspectionOptions, _ report: inout DoctorReport) {
        let files = ConfigurationFiles.find(chosen: options.data)
        guard let path = files.configuration, Paths.exists(path) else {
            return report.add("configuration", "none; everything is at its default")
        }
        // The lines themselves may name accounts and sessions.
        let bytes = (try? Files.read(path, limit: 1 << 20)) ?? []
        let problems = SettingsReader.read(bytes).problems
        guard let first = problems.first else { return report.add("configuration", "understood") }
        report.add(
            "configuration",
            "\(problems.count) problem\(problems.count == 1 ? "" : "s"), first at line "
                + "\(first.place?.line ?? 0)", .wrong, advice: "imchat keys --dump tells them in full")
    }

    private static func lookAtClock(_ report: inout DoctorReport) {
        let loop = EventLoop()
        let now = LocalClock.fields(milliseconds: loop.wallClock)
        let offset = Int(now.offsetFromUTC) / 60
        report.add(
            "clock", "year \(now.year), \(offset >= 0 ? "+" : "−")\(abs(offset)) min from UTC",
            (2025...2100).contains(now.year) ? .well : .wrong,
            advice: (2025...2100).contains(now.year) ? nil : "set the clock: messages would sort wrongly")
    }

    private static func lookAtPrograms(_ report: inout DoctorReport) {
        let opener = ["/usr/bin/xdg-open", "/usr/local/bin/xdg-open", "/usr/bin/wslview"].contains(where: Paths.exists)
        report.add("link opener", opener ? "there" : "none; links are copied instead", opener ? .well : .poor)
        let editor = EditorCommand.words(ProcessEnvironment.variable)[0]
        let folders = (ProcessEnvironment.variable("PATH") ?? "").split(separator: ":").map(String.init)
        let isThere =
            editor.contains("/")
            ? Paths.exists(editor) : folders.contains { Paths.exists(Paths.join($0, editor)) }
        report.add(
            "editor", isThere ? "there" : "not found", isThere ? .well : .poor,
            advice: isThere ? nil : "set EDITOR to a program that is there")
    }
}
