import Cells
import ChatUI
import EventLoop

/// The client on a terminal that only prints lines. The screen is drawn for nobody: so it knows what was seen.
extension ChatApplication {
    /// What such a terminal needs.
    final class Lines {
        let terminal: LineTerminal
        var front: LineFront
        var input = LineInput()
        var timer: TimerID?
        /// Prints the prompt once nothing more comes.
        var promptTimer: TimerID?
        /// Whether the terminal is looked at now and then, until it is ours again.
        var isWaiting = false
        /// Between two such looks, in milliseconds.
        static let interval: Int64 = 300
        /// A prompt comes after so much silence, so that an answer that is on its way does not leave one behind; longer
        /// while the connection is being made, in milliseconds.
        static let quiet: Int64 = 150
        static let quietAtStart: Int64 = 700

        init(terminal: LineTerminal, front: LineFront) {
            self.terminal = terminal
            self.front = front
        }
    }

    /// Takes what was typed; lines that come at once are taken together.
    func take(_ bytes: [UInt8], _ lines: Lines) {
        lines.input.feed(bytes)
        guard lines.input.hasLines else { return }
        if let timer = lines.timer { loop.cancel(timer) }
        lines.timer = loop.schedule(after: LineInput.patience) { [weak self] in self?.enter(lines) }
    }

    /// Does what was typed: when nothing more comes, or will ever come.
    func enter(_ lines: Lines) {
        if let timer = lines.timer { loop.cancel(timer) }
        lines.timer = nil
        guard let entry = lines.input.take() else { return }
        lines.terminal.lineEntered()
        perform(lines.front.enter(entry, screen: screen, now: now))
        if !isEnding { show(lines) }
    }

    /// Prints what is new.
    func show(_ lines: Lines) {
        guard lines.terminal.isOurs else { return waitForTerminal(lines) }
        let flow = screen.currentSession.flatMap { flows.existing($0) }
        let news = lines.front.news(screen, flow: flow, columns: lines.terminal.size.width)
        lines.terminal.print(news)
        if let timer = lines.promptTimer {
            guard !news.isEmpty else { return }
            loop.cancel(timer)
        }
        guard lines.terminal.prompt != lines.front.prompt(screen) else { return }
        lines.promptTimer = loop.schedule(after: screen.lineIsOnline ? Lines.quiet : Lines.quietAtStart) {
            [weak self] in
            lines.promptTimer = nil
            guard let self, !isEnding, !isSuspended, lines.terminal.isOurs else { return }
            lines.terminal.ask(lines.front.prompt(screen))
        }
    }

    /// A shell runs us in the background: its terminal is left alone until it is ours again, which not every shell tells.
    func waitForTerminal(_ lines: Lines) {
        stopReading()
        guard !lines.isWaiting, !isSuspended else { return }
        lines.isWaiting = true
        loop.schedule(after: Lines.interval) { [weak self] in
            guard let self, !isEnding else { return }
            lines.isWaiting = false
            if isSuspended { return }
            guard lines.terminal.isOurs else { return waitForTerminal(lines) }
            lines.terminal.reassert()
            watchTerminal()
            show(lines)
        }
    }
}
