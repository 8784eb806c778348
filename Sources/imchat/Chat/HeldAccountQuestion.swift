import Cells
import ChatUI
import CursesBackend
import EventLoop
import Glibc
import MessageFlow

/// The one screen that asks what to do about an account that another client holds, or that nobody can write to.
final class HeldAccountQuestion {
    /// What the user wants.
    enum Choice {
        case readOnly
        case takeOver
        case leave
    }

    private let loop: EventLoop
    private let terminal: CursesScreen
    private let preferences: Preferences
    private let name: SafeText
    /// Why nothing can be written; `nil` where another client holds the account.
    private let obstacle: SafeText?
    private var note: (text: SafeText, isTrouble: Bool)?
    private var choice: Choice?

    init(loop: EventLoop, terminal: CursesScreen, preferences: Preferences, name: String, obstacle: String?) {
        self.loop = loop
        self.terminal = terminal
        self.preferences = preferences
        self.name = TextSanitizer.line(name)
        self.obstacle = obstacle.map { TextSanitizer.line($0) }
    }

    /// The words in the user's language.
    var words: Strings.Held { Strings.table(preferences.language).held }

    /// Asks and waits for the answer. The end of input and signals leave everything as it is.
    func ask() -> Choice {
        choice = nil
        var signals: [SignalWatch] = []
        func on(_ signal: Int32, _ handler: @escaping () -> Void) {
            if let watch = try? loop.watchSignal(signal, handler) { signals.append(watch) }
        }
        for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] { on(signal) { [weak self] in self?.choice = .leave } }
        on(SIGWINCH) { [weak self] in if self?.terminal.updateSize() == true { self?.draw() } }
        let input = loop.watch(terminal.inputDescriptor, .readable) { [weak self] _ in self?.read() }
        draw()
        while choice == nil { loop.runOnce() }
        input.cancel()
        for signal in signals { signal.cancel() }
        return choice ?? .leave
    }

    /// Shows a line below the answers.
    func show(_ text: SafeText, isTrouble: Bool) {
        note = (text, isTrouble)
        draw()
    }

    private func read() {
        guard let events = terminal.readEvents() else { return choice = .leave }
        for case .key(let press) in events {
            switch press.key {
            case .character("r") where press.modifiers.isEmpty: choice = .readOnly
            case .character("t") where press.modifiers.isEmpty && obstacle == nil: choice = .takeOver
            case .character("c") where press.modifiers == .control: choice = .leave
            case .character("q"), .escape: choice = .leave
            default: break
            }
        }
    }

    private func draw() {
        let (theme, policy) = (preferences.theme(colors: terminal.colorDepth.colors), preferences.policy)
        var buffer = CellBuffer(size: terminal.size)
        let width = max(1, buffer.size.width - 2)
        var y = buffer.size.height > 10 ? 1 : 0
        func write(_ text: SafeText, _ style: Style, indent: Int = 0) {
            for line in LineBreaker.lines(of: text, width: max(1, width - indent), policy: policy) {
                buffer.write(line.text, x: min(1, buffer.size.width - 1) + indent, y: y, style: style, policy: policy)
                y += 1
            }
        }
        write(obstacle == nil ? words.title(name) : words.unwritable(name), theme.title)
        write(obstacle ?? words.explanation, theme.text)
        y += buffer.size.height > 10 ? 1 : 0
        var answers: [(SafeText, SafeText)] = [("r", words.readOnly), ("t", words.takeOver), ("q", words.leave)]
        if obstacle != nil { answers.remove(at: 1) }
        for (key, text) in answers {
            buffer.write(key, x: min(1, buffer.size.width - 1), y: y, style: theme.key, policy: policy)
            write(text, theme.text, indent: 3)
        }
        y += buffer.size.height > 10 ? 1 : 0
        if let note { write(note.text, note.isTrouble ? theme.error : theme.faint) }
        terminal.draw(buffer, cursor: Point(x: 0, y: min(y, buffer.size.height - 1)))
    }
}
