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
        let terminal: CursesScreen
        do throws(CursesError) {
            terminal = try CursesScreen()
        } catch {
            throw .terminal("\(error)")
        }
        let application = ChatApplication(
            loop: loop, terminal: terminal, source: source, preferences: preferences, welcomeMark: locations.welcomed)
        application.run()
        terminal.quit()
        withExtendedLifetime((lock, application)) {}
        if let farewell = application.farewell {
            CommandOutput.complain(farewell)
            return 1
        }
        return 0
    }
}
