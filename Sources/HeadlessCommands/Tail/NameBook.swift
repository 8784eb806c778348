import EventLoop
import IMModel
import IMService

/// Names of people, groups and rooms as the directory tells them, each asked for once.
final class NameBook {
    private let directory: DirectoryClient?
    private let scheduler: any Scheduling
    private var people: [ContactID: String] = [:]
    private var places: [SessionID: String] = [:]
    private var asked: Set<ContactID> = []

    /// How long a message waits for a name, in milliseconds.
    private static let patience: Int64 = 500

    init(directory: DirectoryClient?, scheduler: any Scheduling) {
        self.directory = directory
        self.scheduler = scheduler
    }

    func learn(_ contact: Contact) {
        if let name = contact.name, !name.isEmpty { people[contact.id] = name }
    }

    /// Asks for the names of groups and rooms; answers the super groups, none where nobody can be asked.
    func refreshPlaces(_ account: HeadlessAccount, superGroups completion: @escaping ([Int64]) -> Void) {
        guard let directory else { return completion([]) }
        directory.groups { [weak self] result in
            let groups = (try? result.get()) ?? []
            defer { completion(groups.filter(\.isSuper).map(\.id)) }
            for group in groups {
                self?.places[account.sessionID(.group, String(group.id))] = group.name
                for member in group.members {
                    self?.learn(Contact(id: ContactID(String(member.uid)), name: member.name))
                }
            }
        }
        directory.rooms { [weak self] result in
            for room in (try? result.get()) ?? [] {
                self?.places[account.sessionID(.room, String(room.id))] = room.name
            }
        }
    }

    /// The message with the name that is known of its sender.
    func named(_ message: Message) -> Message {
        var message = message
        if let name = people[message.sender.id] { message.sender.name = name }
        return message
    }

    /// What to call a session.
    func name(of session: SessionID) -> String {
        if let name = places[session], !name.isEmpty { return name }
        if session.kind == .peer, let name = people[ContactID(session.target)] { return name }
        return session.address
    }

    /// Asks for people whom nobody named yet, and goes on after the answers, or after a moment.
    func learn(_ people: [ContactID], then proceed: @escaping () -> Void) {
        guard let directory else { return proceed() }
        let unknown = people.filter { self.people[$0] == nil && asked.insert($0).inserted }
        var open = unknown.count
        guard open > 0 else { return proceed() }
        var isDone = false
        let finish = {
            guard !isDone else { return }
            isDone = true
            proceed()
        }
        let timer = scheduler.schedule(after: Self.patience) { finish() }
        for id in unknown {
            let answered: (String?) -> Void = { [weak self] name in
                self?.learn(Contact(id: id, name: name))
                open -= 1
                guard open == 0 else { return }
                self?.scheduler.cancel(timer)
                finish()
            }
            guard let uid = ChatAddress.number(id.rawValue) else {
                answered(nil)
                continue
            }
            directory.user(uid) { answered((try? $0.get())??.name) }
        }
    }
}
