import Cells
import ChatUI
import CursesBackend
import EventLoop

/// `imchat`: the interactive client.
enum ChatCommand {
    static func run(_ options: ChatOptions) throws(ProgramError) -> Int32 {
        let loop = EventLoop()
        let locations = try DataLocations.prepare(chosen: options.data)
        let preferences = Preferences(
            files: .find(chosen: options.data), statePath: locations.terminals, variable: ProcessEnvironment.variable)
        let source = try AccountSource.of(options.completed(by: preferences.settings), locations, loop)
        let lock = try source.lock()
        let terminal: any ChatTerminal
        let lines: ChatApplication.Lines?
        do throws(CursesError) {
            (terminal, lines) = try openTerminal(Strings.table(preferences.language).lines)
        } catch {
            throw .terminal("\(error)")
        }
        let application = ChatApplication(
            loop: loop, terminal: terminal, lines: lines, source: source, preferences: preferences,
            welcomeMark: locations.welcomed)
        application.run()
        terminal.quit()
        withExtendedLifetime((lock, application)) {}
        if let farewell = application.farewell {
            CommandOutput.complain(farewell)
            return 1
        }
        return 0
    }
    /// The screen, or lines where the terminal can be no screen or nobody knows what it can.
    private static func openTerminal(
        _ words: Strings.Lines
    ) throws(CursesError) -> (any ChatTerminal, ChatApplication.Lines?) {
        let reason: SafeText?
        do throws(CursesError) {
            return (try CursesScreen(), nil)
        } catch {
            switch error {
            case .terminalTypeMissing: reason = words.noTerm
            case .terminalTypeUnknown(let term): reason = words.unknownTerm(TextSanitizer.line(term))
            case .terminalTypeTooSimple: reason = nil
            case .notATerminal, .localeNotUTF8, .driver, .refused: throw error
            }
        }
        let terminal = try LineTerminal()
        return (
            terminal, ChatApplication.Lines(terminal: terminal, front: LineFront(words: words, reason: reason))
        )
    }
}
