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
        var lock: FileLock?
        var obstacle: String?
        if options.held != .readOnly {
            do throws(ProgramError) {
                lock = try source.lock()
                if lock == nil { lock = try take(source, loop, options) }
            } catch {
                guard case .unwritable(let reason) = error else { throw error }
                guard options.held == nil, isOnTerminal else { throw isUnwritable(reason) }
                obstacle = reason
            }
        }
        let terminal: any ChatTerminal
        let lines: ChatApplication.Lines?
        do throws(CursesError) {
            (terminal, lines) = try openTerminal(Strings.table(preferences.language).lines)
        } catch {
            throw .terminal("\(error)")
        }
        if lock == nil, options.held == nil {
            // Lines have no screen to ask on.
            guard let screen = terminal as? CursesScreen else {
                terminal.quit()
                throw obstacle.map(isUnwritable) ?? isHeld(source)
            }
            switch ask(loop, screen, preferences, source, obstacle) {
            case .taken(let taken): lock = taken
            case .readOnly: break
            case .left:
                terminal.quit()
                return 0
            }
        }
        let application = ChatApplication(
            loop: loop, terminal: terminal, lines: lines, source: source, preferences: preferences,
            welcomeMark: locations.welcomed, isReadOnly: lock == nil)
        application.run()
        terminal.quit()
        withExtendedLifetime((lock, application)) {}
        if let remainder = application.remainder { CommandOutput.complain(remainder.string) }
        for (title, text) in application.unkept { CommandOutput.complain(title.string, text) }
        if let farewell = application.farewell {
            CommandOutput.complain(farewell)
            return 1
        }
        return 0
    }

    /// An account that another client holds, where the command line says what to do; `nil` leaves it to the user.
    private static func take(
        _ source: AccountSource, _ loop: EventLoop, _ options: ChatOptions
    ) throws(ProgramError) -> FileLock? {
        let name = source.accountName
        guard options.held == .takeOver else {
            if isOnTerminal { return nil }
            throw isHeld(source)
        }
        // The other one must not end for nothing.
        guard isOnTerminal else { throw .terminal("\(CursesError.notATerminal)") }
        do throws(TakeOver.Refusal) {
            return try TakeOver.run(source, loop)
        } catch {
            switch error {
            case .silent:
                throw .account(
                    "the imchat that has \(name) open does not answer; continue it where it was suspended, or end it there"
                )
            case .goesOn(let reason): throw .account("the imchat that has \(name) open goes on: \(reason)")
            case .failed(let error): throw error
            }
        }
    }

    private static var isOnTerminal: Bool { ProcessEnvironment.isTerminal(0) && ProcessEnvironment.isTerminal(1) }

    private static func isUnwritable(_ reason: String) -> ProgramError {
        .unwritable("\(reason); imchat --read-only shows what is there")
    }

    private static func isHeld(_ source: AccountSource) -> ProgramError {
        .account(
            "\(source.accountName) is open in another imchat already: --read-only reads along, --take-over ends the "
                + "other one and starts here, --as NAME is somebody else")
    }

    private enum Answer {
        case taken(FileLock)
        case readOnly
        case left
    }

    /// Asks until there is an answer that holds.
    private static func ask(
        _ loop: EventLoop, _ terminal: CursesScreen, _ preferences: Preferences, _ source: AccountSource,
        _ obstacle: String?
    ) -> Answer {
        let question = HeldAccountQuestion(
            loop: loop, terminal: terminal, preferences: preferences, name: source.accountName, obstacle: obstacle)
        while true {
            switch question.ask() {
            case .readOnly: return .readOnly
            case .leave: return .left
            case .takeOver:
                question.show(question.words.asking, isTrouble: false)
                do throws(TakeOver.Refusal) {
                    return .taken(try TakeOver.run(source, loop))
                } catch {
                    switch error {
                    case .silent: question.show(question.words.silent, isTrouble: true)
                    case .goesOn(let reason):
                        question.show(question.words.goesOn(TextSanitizer.line(reason)), isTrouble: true)
                    case .failed(let error): question.show(TextSanitizer.line(error.line), isTrouble: true)
                    }
                }
            }
        }
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
