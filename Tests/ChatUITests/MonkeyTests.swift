import Cells
import IMModel
import MessageFlow
import TestSupport
import Testing

@testable import ChatUI

/// Everything that a terminal can send, at random, over whatever has the focus.
@Suite struct MonkeyTests {
    fileprivate static let keys: [KeyPress] = {
        var keys = KeyMap().bindings.map(\.key)
        keys += "abcdefghijklmnopqrstuvwxyzRDGJ0123456789/@:?>. ".map { KeyPress(.character($0)) }
        keys += ["中", "👩‍👩‍👧", "\u{301}", "\u{200D}", "é"].map { KeyPress(.character($0)) }
        return keys
    }()
    fileprivate static let pastes = ["/quit\n", "a\nb", String(repeating: "x\n", count: 9), "👍", "\u{1B}[2J", "\n", ""]

    /// 100,000 inputs in all: keys, and in between pastes, clicks, sizes, messages, lists that become empty.
    @Test(
        arguments: [
            (0x4D4F_4E4B, true, 24), (0x4D4F_4E4C, true, 6), (0x4D4F_4E4D, true, 1), (0x4D4F_4E4E, false, 24),
        ] as [(UInt64, Bool, Int)])
    func randomInputBreaksNoLaw(_ seed: UInt64, _ hasSessions: Bool, _ height: Int) {
        let run = MonkeyRun(seed: seed, hasSessions: hasSessions, size: Size(width: height * 10 / 3, height: height))
        for step in 0..<25_000 {
            run.step()
            if step % 50 == 0 { run.look() }
            if step % 500 == 499 { run.escape() }
            if let broken = run.broken {
                Issue.record("seed \(seed), step \(step), after \(run.last): \(broken)")
                return
            }
        }
    }

    /// One run with what must hold after each input.
    private final class MonkeyRun {
        private var random: SeededRandom
        private let flow: FlowStage
        private let stage: Stage
        private let hasSessions: Bool
        private var size: Size
        private var number = 100
        /// The texts as the host was told to store them.
        private var stored: [SessionID: String] = [:]
        private(set) var last = ""
        private(set) var broken: String?

        init(seed: UInt64, hasSessions: Bool, size: Size) {
            random = SeededRandom(seed: seed)
            self.hasSessions = hasSessions
            self.size = size
            flow = FlowStage(messages: FlowStage.talk, sessions: hasSessions ? FlowStage.sessions : [])
            stage = flow.stage
            stage.screen.update(contacts: [
                Contact(id: ContactID("3"), name: "Maria"), Contact(id: ContactID("4"), name: ""),
            ])
            for session in FlowStage.sessions { stored[session.id] = session.draft?.text }
        }

        private func upTo(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

        func step() {
            let screen = stage.screen
            let session = screen.currentSession
            let text = screen.composer.string
            var sends = false
            if case .question(let question)? = screen.overlays.last, case .sendAsMessage = question.purpose {
                sends = true
            }
            var event: InputEvent?
            switch upTo(100) {
            case 0:
                size = Size(width: upTo(101), height: upTo(31))
                event = .resize(size)
            case 1: event = .paste(MonkeyTests.pastes[upTo(MonkeyTests.pastes.count)])
            case 2: event = .focus(upTo(2) == 0)
            case 3...4:
                let actions: [MouseEvent.Action] = [.press, .release, .drag, .wheelUp, .wheelDown]
                event = .mouse(
                    MouseEvent(
                        button: upTo(3), action: actions[upTo(5)], position: Point(x: upTo(102) - 1, y: upTo(32) - 1)))
            case 5: stage.wait(Int64(upTo(20_000)))
            case 6: screen.update(sessions: upTo(3) > 0 && hasSessions ? FlowStage.sessions : [])
            case 7: flow.scheduler.turn(Int64(upTo(1000)))
            case 8:
                number += 1
                flow.crewFlow?.messagesInserted([FlowStage.message(number, "news \(number)", own: upTo(4) == 0)])
            default: event = .key(MonkeyTests.keys[upTo(MonkeyTests.keys.count)])
            }
            stage.forget()
            if let event { stage.send(event) } else { stage.wait(0) }
            last = event.map { "\($0)" } ?? "time"
            for effect in stage.effects {
                switch effect {
                case .draftChanged(let id, let draft): stored[id] = draft?.text
                case .send: if event != .key(KeyPress(.enter)), !sends { broken = "sent without Enter" }
                default: break
                }
            }
            guard let now = screen.currentSession else { return }
            if (stored[now] ?? "") != screen.composer.string {
                broken = "the draft was not stored: \(stored[now] ?? "nothing") for \(screen.composer.string)"
            }
            // Only a command that was sent may empty what was written in the session that was left.
            if let session, session != now, stored[session] ?? "" != text, !text.hasPrefix("/") {
                broken = "the draft of \(session) was lost: \(text)"
            }
            let composer = screen.composer
            if !(0...composer.clusters.count).contains(composer.caret) { broken = "the caret is at \(composer.caret)" }
        }

        /// Draws, and compares what is seen with what is.
        func look() {
            let screen = stage.screen
            var buffer = CellBuffer(size: size)
            let cursor = screen.draw(into: &buffer)
            if let cursor, !buffer.bounds.contains(cursor) { broken = "the cursor is at \(cursor)" }
            if !brokenCells(buffer).isEmpty { broken = "cells overlap at \(brokenCells(buffer))" }
            if size.width > 0, size.height > 0, cursor == nil { broken = "there is no cursor" }
            let composer = screen.composer
            if composer.clusters != Array(composer.string) { broken = "clusters that the text has not" }
            // Before the cursor stands the cluster before the caret.
            guard screen.focus == .composer, screen.overlays.isEmpty, let cursor, composer.caret > 0 else { return }
            let before = composer.clusters[composer.caret - 1]
            let drawn = ComposerLayout.drawn(before).string
            let width = screen.policy.width(of: ComposerLayout.drawn(before))
            let left = screen.composerTextLeft(in: screen.currentLayout.composer)
            guard before != "\n", width > 0, cursor.x - width >= left, size.width > 10 else { return }
            let cell = buffer[cursor.x - width, cursor.y].cluster
            if cell != drawn, cursor.x < size.width - 1 { broken = "the cursor stands behind \(cell), not \(drawn)" }
        }

        /// Esc leads back to the composer from everywhere, and costs no text.
        func escape() {
            let text = stage.screen.composer.string
            for _ in 0..<12 { stage.send(.key(KeyPress(.escape))) }
            let screen = stage.screen
            if screen.hasOverlay || screen.currentFocus != .composer { broken = "Esc does not lead out" }
            if screen.composer.string != text { broken = "Esc took \(text)" }
            for effect in stage.effects {
                if case .draftChanged(let id, let draft) = effect { stored[id] = draft?.text }
            }
        }
    }
}
