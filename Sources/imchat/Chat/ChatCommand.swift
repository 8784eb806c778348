import CursesBackend
import EventLoop

/// `imchat`: the interactive client.
enum ChatCommand {
    static func run(_ options: ChatOptions) throws(ProgramError) -> Int32 {
        let loop = EventLoop()
        let locations = try DataLocations.prepare(chosen: options.data)
        let preferences = Preferences(
            files: .find(chosen: options.data), statePath: locations.terminals, variable: ProcessEnvironment.variable)
        let source = try accountSource(options, locations, loop)
        let lock = try source.lock()
        let terminal: CursesScreen
        do throws(CursesError) {
            terminal = try CursesScreen()
        } catch {
            throw .terminal("\(error)")
        }
        let application = ChatApplication(loop: loop, terminal: terminal, source: source, preferences: preferences, welcomeMark: locations.welcomed)
        application.run()
        terminal.quit()
        withExtendedLifetime((lock, application)) {}
        if let farewell = application.farewell {
            CommandOutput.complain(farewell)
            return 1
        }
        return 0
    }

    private static func accountSource(
        _ options: ChatOptions, _ locations: DataLocations, _ loop: EventLoop
    ) throws(ProgramError) -> AccountSource {
        if let server = options.server, let tokenFile = options.tokenFile {
            let login = try TokenFile.read(tokenFile, uid: options.uid)
            return .remote(
                RemoteAccount(server: server, uid: login.uid, appID: options.appID ?? 0, token: login.token), locations)
        }
        guard let name = options.name ?? (try? ChatOptions.name(ProcessEnvironment.userName)) else {
            throw .account("your login name cannot be a chat name; choose one with --as NAME")
        }
        return .embedded(name: name, ServerStarter(locations: locations, loop: loop))
    }
}
