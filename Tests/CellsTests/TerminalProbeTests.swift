import Cells
import Testing

@Suite struct TerminalProbeTests {
    private let size = Size(width: 80, height: 24)

    /// Runs a probe against a terminal that answers the cluster questions with these columns.
    private func run(
        modes: [TerminalReply] = [], columns: [Int] = [], size: Size = Size(width: 80, height: 24)
    ) -> (TerminalFindings, spoiledRow: Int?, questions: [TerminalProbe.Question])? {
        var probe = TerminalProbe()
        var questions: [TerminalProbe.Question] = []
        var replies = modes + [.attributes([62])] + columns.map { .cursor(Point(x: $0, y: size.height - 1)) }
        var action = probe.begin(size: size, now: 0)
        while true {
            switch action {
            case .ask(let question): questions.append(question)
            case .finished(let findings, let row): return (findings, row, questions)
            case .nothing: break
            }
            guard !replies.isEmpty else {
                guard case .finished(let findings, let row) = probe.expire(now: TerminalProbe.patience) else {
                    return nil
                }
                return (findings, row, questions)
            }
            action = probe.received(replies.removeFirst())
        }
    }

    @Test func terminalsAreToldApart() throws {
        let modern = try #require(run(columns: [2, 2, 1, 2]))
        #expect(modern.0.policy(otherwise: .perScalar) == .perCluster)
        let tmux = try #require(run(columns: [4, 1, 1, 0]))
        #expect(tmux.0.policy(otherwise: .perCluster) == .perScalar)
        #expect(tmux.0.showsNewest == false && modern.0.showsNewest == true)
        let wide = try #require(run(columns: [2, 1, 2, 2]))
        #expect(wide.0.policy(otherwise: .perScalar) == WidthPolicy(clusters: .perCluster, ambiguousIsWide: true))
        #expect(wide.0.widensSelected == false)
        #expect(modern.spoiledRow == 23)
        #expect(modern.questions.last?.cursorReplies == 4)
    }

    @Test func nonsenseSaysNothing() throws {
        let odd = try #require(run(columns: [79, 0, 5, 1]))
        #expect(odd.0 == TerminalFindings())
        #expect(odd.0.policy(otherwise: .perScalar) == .perScalar)
    }

    @Test func modesAndBackgroundAreTaken() throws {
        let found = try #require(
            run(
                modes: [.mode(2026, 2), .mode(2027, 2), .osc(11, "rgb:ffff/ffff/e000"), .mode(7, 1), .osc(10, "#000")],
                columns: [2, 2, 1, 2]))
        #expect(found.0.synchronizesOutput == true && found.0.hasClusterMode == true)
        #expect(found.0.background?.isLight == true)
        #expect(found.questions[1].sequence.hasPrefix("\u{1B}[?2027h"))
        let refused = try #require(run(modes: [.mode(2026, 0), .mode(2027, 4)], columns: [4, 1, 1, 0]))
        #expect(refused.0.synchronizesOutput == false && refused.0.hasClusterMode == false)
        #expect(!refused.questions[1].sequence.contains("2027"))
    }

    @Test func silenceEndsInTimeAndSpoilsNothing() throws {
        var probe = TerminalProbe()
        guard case .ask = probe.begin(size: size, now: 100) else {
            Issue.record("no question")
            return
        }
        #expect(probe.begin(size: size, now: 100) == .nothing)
        #expect(probe.deadline == 100 + TerminalProbe.patience)
        #expect(probe.expire(now: 101) == .nothing)
        #expect(probe.expire(now: 4000) == .finished(TerminalFindings(), spoiledRow: nil))
        #expect(probe.deadline == nil)
        // What comes now comes too late.
        #expect(probe.received(.attributes([1])) == .nothing)
        #expect(probe.received(.cursor(Point(x: 2, y: 0))) == .nothing)
        #expect(probe.abandon() == .nothing)
    }

    @Test func aMeasurementThatBreaksOffNamesItsRow() throws {
        let half = try #require(run(modes: [.osc(11, "rgb:00/00/00")], columns: [2]))
        #expect(half.spoiledRow == 23)
        #expect(half.0.joinsClusters == nil && half.0.background?.isLight == false)
    }

    @Test func tinyWindowsAreNotMeasured() throws {
        for size in [Size(width: 1, height: 1), Size(width: 7, height: 24), Size(width: 80, height: 1)] {
            let found = try #require(run(modes: [.mode(2026, 1)], size: size))
            #expect(found.spoiledRow == nil && found.questions.count == 1)
            #expect(found.0.synchronizesOutput == true)
        }
    }

    @Test(
        arguments: [
            ("rgb:0000/8000/ffff", (0, 127, 255)), ("rgb:0/8/f", (0, 136, 255)), ("rgba:11/22/33/ff", (17, 34, 51)),
            ("#102030", (16, 32, 48)), ("#fff", (255, 255, 255)),
        ] as [(String, (UInt8, UInt8, UInt8))]) func colours(_ text: String, _ wanted: (UInt8, UInt8, UInt8)) throws
    {
        let color = try #require(TerminalFindings.Background(answer: text))
        #expect((color.red, color.green, color.blue) == wanted)
    }

    @Test func nonsenseIsNoColour() {
        for text in ["", "red", "rgb:", "rgb:1/2", "rgb:1/2/g", "rgb:12345/1/1", "#12", "#", "rgb:-1/2/3", "rgb:1//2"] {
            #expect(TerminalFindings.Background(answer: text) == nil, "\(text)")
        }
    }

    @Test func newerFactsWin() {
        var old = TerminalFindings()
        old.joinsClusters = true
        old.ambiguousIsWide = true
        var new = TerminalFindings()
        new.joinsClusters = false
        let both = old.updated(by: new)
        #expect(both.joinsClusters == false && both.ambiguousIsWide == true)
    }
}
